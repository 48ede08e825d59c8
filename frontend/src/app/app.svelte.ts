import { asApiError, type Api, type ApiError } from '../api/api';
import { follow } from '../api/live';
import type {
  CallCount,
  Caller,
  Client,
  ListQuery,
  LiveEvent,
  NoticeAction,
  NoticeCode,
  Program,
  Project,
  Saved,
  Settings,
  Status,
} from '../api/types';
import { clientNames } from '../clients/names';
import { DetailStore } from '../detail/detail-store.svelte';
import { browserLocale, type PluralKey } from '../i18n/catalogue';
import { I18n } from '../i18n/i18n.svelte';
import type { Command } from '../keys/dispatcher';
import { ListStore } from '../list/list-store.svelte';
import { Acts } from './acts.svelte';
import { isFiltered, type Route } from './route';
import { Router } from './router.svelte';
import { firstLocale, recallChoice, rememberChoice } from './remembered';
import { Toasts } from './toasts.svelte';

/** What is cleaned out of a text, by the name that the store gives it. */
const removals: Record<string, PluralKey> = {
  'private span': 'removed.private',
  secret: 'removed.secret',
  'control character': 'removed.control',
  'invalid UTF-8': 'removed.encoding',
};

/** How long changes are gathered before the figures are read again. */
const GATHER = 150;

/** The dashboard's state and what it can do; components show it and call it. */
export class App {
  readonly i18n: I18n;
  readonly router = new Router();
  readonly toasts = new Toasts();
  readonly list: ListStore;
  readonly detail: DetailStore;
  readonly acts: Acts;

  status = $state.raw<Status | null>(null);
  statusError = $state.raw<ApiError | null>(null);
  /** That can be registered, and those that called but cannot be. */
  clients = $state.raw<Client[]>([]);
  others = $state.raw<Caller[]>([]);
  /** What clients are told to start. */
  program = $state.raw<Program | null>(null);
  calls = $state.raw<CallCount[]>([]);
  clientsError = $state.raw<ApiError | null>(null);
  projects = $state.raw<Project[]>([]);
  /** The event stream is open; until it first opened nothing is said. */
  linked = $state(true);
  /** The memory that is being edited; 0 for none. */
  editing = $state(0);
  /** Fewer than 900 px: one pane at a time. */
  narrow = $state(false);
  help = $state(false);
  singleKeys = $state(recallChoice('keys') !== 'off');
  /** What keys do in the view on show, beside what they do everywhere; set by that view. */
  keys: Partial<Record<Command, () => void>> | null = null;
  /** Moves the focus; set by the components that own the elements. */
  focus: { list?: () => void; search?: () => void; detail?: () => void } = {};

  /** Gives the focus to the list when what had it is gone, as it may be some time after a click. */
  returnFocus(): void {
    if (document.activeElement === document.body) this.focus.list?.();
  }

  private readonly followers = new Set<(event: LiveEvent) => void>();
  private waiting: number[] | 'all' | null = null;
  private gather: ReturnType<typeof setTimeout> | undefined;

  /** In the desktop window the system decides on the language, as it does for the tray menu. */
  constructor(
    readonly api: Api,
    private readonly inWindow = false,
  ) {
    this.i18n = new I18n(firstLocale());
    this.list = new ListStore(api, (error) =>
      this.toasts.fail(this.i18n.t('list.page_error', { reason: this.reason(error) })),
    );
    this.detail = new DetailStore(api);
    this.acts = new Acts({
      api,
      i18n: this.i18n,
      toasts: this.toasts,
      list: this.list,
      clientName: this.clientName,
      onDone: (ids) => this.changed(ids),
    });
  }

  get route(): Route {
    return this.router.route;
  }

  /** Reads what every view needs and follows changes. Returns a function that stops it. */
  start(): () => void {
    void this.readStatus();
    void this.readClients();
    void this.readProjects();
    const stopRouter = this.router.listen();
    const stopLive = follow(this.api, {
      onEvent: (event) => this.receive(event),
      onLink: (up) => this.setLink(up),
    });
    const clock = setInterval(() => (this.i18n.now = Date.now()), 30_000);
    return () => {
      stopRouter();
      stopLive();
      clearInterval(clock);
      clearTimeout(this.gather);
    };
  }

  /**
   * Tells a view what changes, by whomever, and that the stream was lost meanwhile
   * (memory:changed without ids). Returns a function that stops it, as an effect returns.
   */
  onChange(follower: (event: LiveEvent) => void): () => void {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  }

  async readStatus(): Promise<void> {
    try {
      this.status = await this.api.status();
      this.statusError = null;
      this.applySettings(this.status.settings, this.status.system_locale);
    } catch (error) {
      this.statusError = asApiError(error);
    }
  }

  async readClients(): Promise<void> {
    try {
      const { clients, others, program } = await this.api.clients();
      this.clients = clients;
      this.others = others;
      this.program = program;
      this.clientsError = null;
    } catch (error) {
      this.clientsError = asApiError(error);
    }
  }

  async readCalls(): Promise<void> {
    try {
      this.calls = await this.api.callCounts();
    } catch {
      // Figures beside the rest, which does without them.
    }
  }

  async readProjects(): Promise<void> {
    try {
      this.projects = await this.api.projects();
    } catch {
      // Only a form needs them, and it offers the memory's own project anyway.
    }
  }

  /** Tries everything again after a failure. */
  retry(): void {
    void this.readStatus();
    void this.readClients();
    void this.readProjects();
    void this.list.reload();
    void this.detail.read();
  }

  async changeSettings(patch: Partial<Settings>): Promise<void> {
    try {
      const settings = await this.api.settings(patch);
      if (this.status) this.status = { ...this.status, settings };
      this.applySettings(settings, this.status?.system_locale ?? 'en');
    } catch (error) {
      const reason = this.reason(asApiError(error));
      this.toasts.fail(this.i18n.t('settings.error', { reason }));
    }
  }

  setSingleKeys(on: boolean): void {
    this.singleKeys = on;
    rememberChoice('keys', on ? '' : 'off');
  }

  /** Pauses saving until a time (0: until resumed), or resumes it. */
  async setPaused(paused: boolean, until = 0): Promise<void> {
    try {
      const saving = await this.api.saving({ paused, until });
      if (this.status) this.status = { ...this.status, saving };
    } catch (error) {
      this.toasts.fail(this.i18n.t('saving.error', { reason: this.reason(asApiError(error)) }));
    }
  }

  /** Does what the person chose about a notice. */
  async answerNotice(code: NoticeCode, action: NoticeAction): Promise<void> {
    try {
      const notices = await this.api.answer(code, action);
      if (this.status) this.status = { ...this.status, notices };
      if (action === 'restore') this.toasts.say(this.i18n.t('notice.restored'));
    } catch (error) {
      this.toasts.fail(this.i18n.t('notice.error', { reason: this.reason(asApiError(error)) }));
    }
  }

  /** Takes back what the message on show is about, or else the last act on memories. */
  undo(): void {
    const own = this.toasts.current?.undo;
    this.toasts.dismiss();
    if (typeof own === 'function') own();
    else void this.acts.undo();
  }

  /** What the list of the current view asks for. */
  listQuery(): ListQuery {
    const { q, kinds, projects, clients, sort, view } = this.route;
    return { q, kinds, projects, clients, sort, states: view === 'trash' ? ['trashed'] : [] };
  }

  /** The token is missing or not valid any more, so there is nothing to show. */
  get isLockedOut(): boolean {
    const status = this.statusError?.status;
    return status === 401 || status === 403;
  }

  /** Nothing was ever saved: the first-run page takes the place of list and detail. */
  get isFirstRun(): boolean {
    const counts = this.status?.counts;
    if (!counts || this.route.view !== 'memories' || this.route.compose) return false;
    return counts.memories === 0 && counts.trash === 0 && !isFiltered(this.route);
  }

  /** The name of who saved something: a client's, its id if unknown, or "You". */
  clientName = (id: string): string => {
    if (id === '') return this.i18n.t('author.you');
    return this.clients.find((client) => client.id === id)?.name ?? clientNames[id] ?? id;
  };

  /** The display name of a project; the two reserved ones have one in each language. */
  projectName = (id: number, name: string): string => {
    if (id === 1) return this.i18n.t('project.unfiled');
    if (id === 2) return this.i18n.t('project.global');
    return name;
  };

  /** Says what was stored, and what was left out of it. */
  showSaved(saved: Saved): void {
    const { t, format } = this.i18n;
    const id = String(saved.memory.id);
    const removed = (saved.removed ?? []).map(({ what, count }) =>
      this.i18n.n(removals[what] ?? 'removed.other', count),
    );
    if (saved.known) this.toasts.say(t('toast.known', { id }));
    else if (removed.length > 0)
      this.toasts.say(t('toast.removed', { id, what: format.list(removed) }), saved.act !== 0);
    else this.toasts.say(t('toast.saved', { id }), saved.act !== 0);
  }

  reason = (error: ApiError): string => this.acts.reason(error);

  /** Takes in that memories changed; no ids means that anything may have. */
  changed(ids: number[] | null): void {
    if (!ids || ids.length === 0) this.waiting = 'all';
    else if (this.waiting !== 'all') this.waiting = [...(this.waiting ?? []), ...ids];
    clearTimeout(this.gather);
    this.gather = setTimeout(() => this.takeIn(), GATHER);
  }

  private takeIn(): void {
    // While an act is under way the rows are ahead of the store.
    if (this.acts.pending > 0) {
      this.gather = setTimeout(() => this.takeIn(), GATHER);
      return;
    }
    const ids = this.waiting === 'all' ? null : [...new Set(this.waiting ?? [])];
    this.waiting = null;
    void this.readStatus();
    void this.list.changed(ids);
    if (ids === null || ids.includes(this.detail.id)) void this.detail.read();
    this.tell({ type: 'memory:changed', ids });
  }

  private tell(event: LiveEvent): void {
    for (const follower of this.followers) follower(event);
  }

  private receive(event: LiveEvent): void {
    switch (event.type) {
      case 'memory:changed':
        return this.changed(event.ids);
      case 'clients:changed':
        void this.readStatus();
        void this.readClients();
        break;
      case 'settings:changed':
      case 'proposals:changed':
        void this.readStatus();
    }
    this.tell(event);
  }

  private setLink(up: boolean): void {
    const again = up && !this.linked;
    this.linked = up;
    if (!up) void this.readStatus(); // it says whether the token is to blame
    if (!again) return;
    this.changed(null);
    void this.readClients();
    if (this.list.phase === 'error') void this.list.reload();
  }

  private applySettings(settings: Settings, system: Status['system_locale']): void {
    const own = this.inWindow ? system : browserLocale(system);
    // Without its texts the page stays in the language that it is in.
    this.i18n.setLocale(settings.locale || own).catch(() => undefined);
    rememberChoice('locale', settings.locale || (this.inWindow ? own : ''));
    rememberChoice('theme', settings.theme);
  }
}
