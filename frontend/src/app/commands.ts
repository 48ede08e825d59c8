import type { Command } from '../keys/dispatcher';
import type { Verb } from './acts.svelte';
import type { App } from './app.svelte';
import { goTo, viewNames } from './views';

/** The most memories in one act, as the store has it. */
export const MOST_SELECTED = 10_000;
const SCREEN = 10; // rows that a page key moves

const everywhere: Partial<Record<Command, (app: App) => void>> = {
  undo: (app) => app.undo(),
  redo: (app) => void app.acts.redo(),
  new: (app) => app.router.open('memories', { compose: true }),
  help: (app) => (app.help = true),
  search,
  ...Object.fromEntries(viewNames.map((view) => [goTo(view), (app: App) => app.router.open(view)])),
};

const inLists: Partial<Record<Command, (app: App) => void>> = {
  next: (app) => app.list.move(1),
  previous: (app) => app.list.move(-1),
  'extend-next': (app) => app.list.move(1, true),
  'extend-previous': (app) => app.list.move(-1, true),
  'page-down': (app) => app.list.move(SCREEN),
  'page-up': (app) => app.list.move(-SCREEN),
  first: (app) => app.list.moveTo(0),
  last: (app) => app.list.moveTo(app.list.total - 1),
  select: (app) => app.list.toggle(),
  'select-all': (app) => void selectAll(app),
  open: openCurrent,
  back: goBack,
};

const onMemories: Partial<Record<Command, (app: App) => void>> = {
  keep: (app) => void act(app, 'kept'),
  trash: (app) => void act(app, 'trashed'),
  pin: (app) => void togglePin(app),
  edit: startEdit,
};

/** Does what a key asks for. Returns false if it has no meaning in the current view. */
export function perform(app: App, command: Command): boolean {
  const run = app.keys?.[command] ?? everywhere[command] ?? inView(app, command);
  run?.(app);
  return run !== undefined;
}

function inView(app: App, command: Command): ((app: App) => void) | undefined {
  const { view, compose } = app.route;
  if (compose || (view !== 'memories' && view !== 'trash')) return undefined;
  return inLists[command] ?? (view === 'memories' ? onMemories[command] : undefined);
}

/** The memories an action is for: the selection, the cursor's row, or the open one. */
export function targets(app: App): number[] {
  const ids = app.list.targets();
  if (ids.length > 0) return ids;
  return app.detail.memory ? [app.detail.memory.id] : [];
}

/** Does a verdict on the targets; the next row is then current. */
export async function act(app: App, verb: Verb, ids = targets(app)): Promise<void> {
  const done = app.acts.run(verb, ids);
  const leaves = verb === 'trashed' || verb === 'restored';
  // A memory that was opened by its address has no row after which another could follow.
  if (leaves && !app.list.current && ids.includes(app.detail.id)) app.router.adjust({ id: '' });
  await done;
  // The button may have gone with the selection.
  app.returnFocus();
}

/** Whether all targets are pinned, so that the action is to unpin. */
export function allPinned(app: App, ids = targets(app)): boolean {
  const { list, detail } = app;
  const pinned = (id: number) => {
    const row = list.rows.find((row) => row?.id === id);
    return row ? row.pinned : detail.memory?.id === id && detail.memory.pinned;
  };
  return ids.length > 0 && ids.every(pinned);
}

export async function togglePin(app: App): Promise<void> {
  await act(app, allPinned(app) ? 'unpinned' : 'pinned');
}

export async function selectAll(app: App): Promise<void> {
  try {
    if (await app.list.selectAll(MOST_SELECTED)) return;
    app.toasts.fail(app.i18n.t('bulk.too_many', { n: MOST_SELECTED }));
  } catch {
    app.toasts.fail(app.i18n.t('error.offline_short'));
  }
}

/** Opens the editor for the open memory, or for the cursor's row. */
export function startEdit(app: App): void {
  const id = app.list.current?.id ?? app.detail.id;
  if (id === 0) return;
  if (app.route.id !== String(id)) app.router.go({ id: String(id) });
  app.editing = id;
}

/** Puts the focus into the search field, and first shows the list that it belongs to. */
function search(app: App): void {
  const { view } = app.route;
  if (app.focus.search) app.focus.search();
  else if (view === 'memories' || view === 'trash')
    app.router.go({ id: '', compose: false, search: true });
  else app.router.open('memories', { search: true });
}

function openCurrent(app: App): void {
  const id = app.list.current?.id;
  if (id === undefined) return;
  if (app.narrow) app.router.go({ id: String(id) });
  else app.focus.detail?.();
}

/** Leaves what is innermost: the selection, then the open memory. */
export function goBack(app: App): void {
  if (app.list.selected.size > 0) app.list.clearSelection();
  else if (app.narrow && app.route.id !== '') app.router.go({ id: '' });
  app.focus.list?.();
}
