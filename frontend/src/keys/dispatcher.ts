import type { View } from '../app/route';
import { goTo, viewNames, views } from '../app/views';

/** What a key can ask for. */
export type Command =
  | 'next'
  | 'previous'
  | 'extend-next'
  | 'extend-previous'
  | 'first'
  | 'last'
  | 'page-down'
  | 'page-up'
  | 'open'
  | 'back'
  | 'keep'
  | 'trash'
  | 'undo'
  | 'redo'
  | 'edit'
  | 'pin'
  | 'select'
  | 'select-all'
  | 'search'
  | 'new'
  | 'help'
  | `go-${View}`;

/** The part of a KeyboardEvent that decides. */
export type KeyInput = Pick<
  KeyboardEvent,
  | 'key'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'shiftKey'
  | 'repeat'
  | 'isComposing'
  | 'keyCode'
  | 'target'
>;

const plain: Record<string, Command> = {
  j: 'next',
  k: 'previous',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'page-down',
  PageUp: 'page-up',
  Enter: 'open',
  o: 'open',
  u: 'back',
  Escape: 'back',
  e: 'keep',
  '#': 'trash',
  '＃': 'trash',
  Delete: 'trash',
  z: 'undo',
  i: 'edit',
  p: 'pin',
  x: 'select',
  ' ': 'select',
  '/': 'search',
  '／': 'search',
  '、': 'search', // what the slash key gives under a Chinese input method
  n: 'new',
  '?': 'help',
  '？': 'help',
};
const shifted: Record<string, Command> = {
  j: 'extend-next',
  k: 'extend-previous',
  ArrowDown: 'extend-next',
  ArrowUp: 'extend-previous',
  z: 'redo',
  '#': 'trash',
  '＃': 'trash',
  '?': 'help',
  '？': 'help',
  '/': 'search',
};
const afterG: Record<string, Command> = Object.fromEntries(
  viewNames.map((view) => [views[view].key, goTo(view)]),
);
const repeatable = new Set<Command>([
  'next',
  'previous',
  'extend-next',
  'extend-previous',
  'page-down',
  'page-up',
]);
const SEQUENCE = 1_500; // ms in which the second key of a sequence counts

/** Turns key presses into commands; keeps the first key of a sequence. */
export class KeyDispatcher {
  private prefixAt = -Infinity;

  constructor(
    private readonly singleKeys: () => boolean = () => true,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The command of a key press, or null if the press is not for us. */
  command(event: KeyInput): Command | null {
    // WebKit ends a composition before the key that confirms it arrives, with code 229.
    if (event.isComposing || event.keyCode === 229) return null;
    if (isTyping(event.target)) return null;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found =
      event.ctrlKey || event.metaKey ? withControl(event, key) : this.single(event, key);
    return found !== null && event.repeat && !repeatable.has(found) ? null : found;
  }

  private single(event: KeyInput, key: string): Command | null {
    if (event.altKey) return null;
    const sequence = this.now() - this.prefixAt < SEQUENCE;
    this.prefixAt = -Infinity;
    // After g only a view or the search; a letter that is typed next may not act.
    if (sequence) return afterG[key] ?? (plain[key] === 'search' ? 'search' : null);
    if (key === 'g' && this.singleKeys() && !event.shiftKey && !event.repeat) {
      this.prefixAt = this.now();
      return null;
    }
    const command = (event.shiftKey ? shifted : plain)[key] ?? null;
    if (command === null || ownsKey(event.target, key)) return null;
    if (!this.singleKeys() && isCharacter(key)) return null;
    return command;
  }
}

function withControl(event: KeyInput, key: string): Command | null {
  if (event.altKey || (event.ctrlKey && event.metaKey)) return null;
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  if (key === 'a' && !event.shiftKey) return 'select-all';
  return null;
}

/** Space and named keys are not what WCAG 2.1.4 means: they stay. */
function isCharacter(key: string): boolean {
  return key.length === 1 && key !== ' ';
}

/** What takes text; a radio button or a tick box takes only the keys that work it. */
const TEXT_FIELDS =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="menu"]';

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.closest(TEXT_FIELDS) !== null;
}

/** A focused control keeps the keys that work it; a scrolling text keeps the arrows. */
function ownsKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === 'Enter' || key === ' ') return target.closest('button, a, summary, input') !== null;
  const moves = /^(Arrow|Page|Home|End)/.test(key);
  return moves && target.closest('[data-scrolls], [type="radio"]') !== null;
}
