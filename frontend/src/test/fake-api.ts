import { ApiError, type Api, type Ask } from '../api/api';
import type {
  BulkPatch,
  CallCount,
  Caller,
  Client,
  Finding,
  ListQuery,
  Memory,
  Notice,
  NoticeAction,
  NoticeCode,
  Part,
  Patch,
  Preview,
  Program,
  Registration,
  Row,
  Status,
  Trust,
  Version,
} from '../api/types';
import { toRow } from '../list/rows';

const NOW = Date.UTC(2026, 10, 30, 12);

/** A memory with sensible fields; only what matters to a test is given. */
export function memory(id: number, fields: Partial<Memory> = {}): Memory {
  return {
    id,
    uid: `uid-${id}`,
    kind: 'note',
    title: `Memory ${id}`,
    title_derived: false,
    body: `Text of memory ${id}`,
    project_id: 3,
    project: 'api',
    tags: [],
    files: [],
    client: 'codex',
    session: 7,
    state: 'active',
    pinned: false,
    private: false,
    tokens: 20,
    revision: 1,
    seen: 1,
    created_at: NOW - id * 60_000,
    updated_at: NOW - id * 60_000,
    listed: { count: 0 },
    injected: { count: 0 },
    fetched: { count: 0 },
    ...fields,
  };
}

/** What is known of a client that has never called. */
export function caller(id: string, fields: Partial<Caller> = {}): Caller {
  const zero = { last_at: 0, memories: 0, connected: 0, hourly_limit: null };
  return { id, trust: 'save', projects: [], ...zero, ...fields };
}

export function client(id: string, fields: Partial<Client> = {}): Client {
  return {
    ...caller(id),
    name: id === 'codex' ? 'Codex' : 'Claude Code',
    short: id === 'codex' ? 'Cx' : 'CC',
    status: 'not_registered',
    file: `/home/someone/.${id}/config`,
    installed: true,
    foreign: false,
    through: '',
    verified: 'lab',
    command: [],
    problem: '',
    extras: [],
    ...fields,
  };
}

/**
 * A backend in memory. Its memories are newest first by id. What a test wants to go
 * wrong it puts into `fails`: the name of a call, and the error it ends with.
 */
export class FakeApi implements Api {
  memoriesById = new Map<number, Memory>();
  known: Client[] = [client('codex'), client('claude-code')];
  others: Caller[] = [];
  program: Program = {
    command: '/home/someone/.local/bin/memtray-mcp',
    problem: '',
    source: '/home/someone/.local/bin/memtray-mcp',
    target: '/home/someone/.local/bin/memtray-mcp',
    installed: true,
    differs: false,
  };
  fails = new Map<keyof Api, ApiError>();
  calls: [name: keyof Api, ...args: unknown[]][] = [];
  notices: Notice[] = [];
  images = new Map<number, Map<number, Memory>>();
  private lastAct = 100;

  constructor(count = 0) {
    for (let id = 1; id <= count; id++) this.memoriesById.set(id, memory(id));
  }

  /** Answers of calls that only one view makes, by "METHOD path" without a query. */
  answers = new Map<string, unknown>();

  async call<T>(path: string, ask: Ask = {}): Promise<T> {
    const method = ask.method ?? (ask.body === undefined ? 'GET' : 'POST');
    this.note('call', method, path, ask.body);
    const answer = this.answers.get(`${method} ${path.split('?')[0] ?? ''}`);
    if (answer === undefined) throw new ApiError('not_found', `no answer to ${path}`, 404);
    return answer as T;
  }

  count(name: keyof Api): number {
    return this.calls.filter(([called]) => called === name).length;
  }

  private note(name: keyof Api, ...args: unknown[]): void {
    this.calls.push([name, ...args]);
    const error = this.fails.get(name);
    if (error) throw error;
  }

  private matching(query: ListQuery): Row[] {
    const states = query.states.length > 0 ? query.states : ['active', 'pending'];
    return [...this.memoriesById.values()]
      .filter((one) => states.includes(one.state))
      .filter((one) => query.kinds.length === 0 || query.kinds.includes(one.kind))
      .filter((one) => `${one.title} ${one.body}`.includes(query.q))
      .sort((a, b) => b.id - a.id)
      .map(toRow);
  }

  async status(): Promise<Status> {
    this.note('status');
    const all = [...this.memoriesById.values()];
    const trash = all.filter((one) => one.state === 'trashed').length;
    return {
      version: '1.0.0',
      home: '/home/someone/.local/share/memtray',
      file: '/home/someone/.local/share/memtray/memtray.db',
      counts: { memories: all.length - trash, today: 0, unreviewed: 0, trash },
      saving: { paused: false, until: 0 },
      present: [],
      notices: this.notices,
      settings: { locale: '', theme: '', hourly_saves: 2000 },
      system_locale: 'en',
    };
  }

  async memories(query: ListQuery, page: { offset: number; limit: number }) {
    this.note('memories', query, page);
    const all = this.matching(query);
    return {
      total: all.length,
      rows: all.slice(page.offset, page.offset + page.limit),
      highlights: query.q ? [query.q] : [],
    };
  }

  async facets() {
    this.note('facets');
    return { kinds: [{ value: 'note', count: 3 }], projects: [], clients: [] };
  }

  async memory(id: number) {
    this.note('memory', id);
    const found = this.memoriesById.get(id);
    if (!found) throw new ApiError('not_found', 'there is no such memory', 404);
    return { memory: found, links: [] };
  }

  async versions(id: number): Promise<Version[]> {
    this.note('versions', id);
    const found = this.memoriesById.get(id);
    if (!found) return [];
    const act = { id: 1, author: { kind: 'client', client: 'codex' } as const, at: NOW };
    return [{ revision: 1, act: { ...act, kind: 'save', count: 1 }, image: found }];
  }

  async save(draft: Parameters<Api['save']>[0]) {
    this.note('save', draft);
    const id = Math.max(0, ...this.memoriesById.keys()) + 1;
    const made = memory(id, { ...draft, client: '', title: draft.title || draft.body });
    this.memoriesById.set(id, made);
    return { memory: made, act: ++this.lastAct };
  }

  async change(id: number, patch: Patch) {
    this.note('change', id, patch);
    const before = this.memoriesById.get(id);
    if (!before) throw new ApiError('not_found', 'there is no such memory', 404);
    if (patch.revision !== before.revision)
      throw new ApiError('conflict', 'it changed meanwhile', 409, before);
    const act = this.keepImages([id]);
    const made = { ...before, ...patch, revision: before.revision + 1 } as Memory;
    this.memoriesById.set(id, made);
    return { memory: made, act };
  }

  async act(ids: number[], patch: BulkPatch) {
    this.note('act', ids, patch);
    const act = this.keepImages(ids);
    const { reviewed, ...rest } = patch;
    for (const id of ids) {
      const before = this.memoriesById.get(id);
      if (!before) continue;
      const reviewed_at = reviewed ? NOW : before.reviewed_at;
      const revision = before.revision + 1;
      this.memoriesById.set(id, { ...before, ...rest, reviewed_at, revision });
    }
    return { act, ids };
  }

  async undo(act: number) {
    this.note('undo', act);
    const images = this.images.get(act) ?? new Map<number, Memory>();
    const undone = this.keepImages([...images.keys()]);
    for (const [id, image] of images) this.memoriesById.set(id, image);
    return { act: undone, restored: [...images.keys()], kept: [] };
  }

  async emptyTrash(count: number) {
    this.note('emptyTrash', count);
    const gone = [...this.memoriesById.values()].filter((one) => one.state === 'trashed');
    if (gone.length !== count) throw new ApiError('conflict', `the trash holds ${gone.length} now`);
    for (const one of gone) this.memoriesById.delete(one.id);
  }

  private keepImages(ids: number[]): number {
    const images = new Map<number, Memory>();
    for (const id of ids) {
      const found = this.memoriesById.get(id);
      if (found) images.set(id, found);
    }
    this.images.set(++this.lastAct, images);
    return this.lastAct;
  }

  async projects() {
    this.note('projects');
    return [
      { id: 1, name: 'unfiled', memories: 0 },
      { id: 3, name: 'api', memories: 5 },
    ];
  }

  async clients() {
    this.note('clients');
    return { clients: this.known, others: this.others, program: this.program };
  }

  async preview(id: string, part: Part, action: Registration): Promise<Preview> {
    this.note('preview', id, part, action);
    const line = { op: '+' as const, old: 0, new: 1, text: '"memtray": {}' };
    const rest = { added: 1, removed: 0, digest: 'd1', restart: '', no_change: false };
    return { file: `/home/someone/.${id}/config`, lines: [line], ...rest };
  }

  private setClient(id: string, change: (one: Client) => Partial<Client>): void {
    this.known = this.known.map((one) => (one.id === id ? { ...one, ...change(one) } : one));
    this.others = this.others.map((one) =>
      one.id === id ? { ...one, ...change(client(id, one)) } : one,
    );
  }

  async register(id: string, part: Part, action: Registration, digest: string) {
    this.note('register', id, part, action, digest);
    const status = action === 'add' ? ('registered' as const) : ('not_registered' as const);
    this.setClient(id, ({ extras }) =>
      part === 'server'
        ? { status }
        : { extras: extras.map((one) => (one.part === part ? { ...one, status } : one)) },
    );
  }

  async removal(id: string) {
    this.note('removal', id);
    return { previews: [await this.preview(id, 'server', 'remove')], digest: 'all' };
  }

  async removeAll(id: string, digest: string) {
    this.note('removeAll', id, digest);
    this.setClient(id, () => ({ status: 'not_registered' }));
  }

  async undoClient(id: string) {
    this.note('undoClient', id);
    this.setClient(id, () => ({ status: 'not_registered' }));
  }

  async install() {
    this.note('install');
    this.program = { ...this.program, problem: '', installed: true };
    return this.program;
  }

  findings: Finding[] = [];
  async diagnosis(id: string) {
    this.note('diagnosis', id);
    return { ok: this.findings.every(({ weight }) => weight !== 'wrong'), findings: this.findings };
  }

  async ways(id: string) {
    this.note('ways', id);
    return {
      snippet: { text: '{"memtray": {}}', file: '/home/someone/.x' },
      link: '',
      plugin: true,
    };
  }

  async plugin(id: string) {
    this.note('plugin', id);
    return { folder: '/home/someone/plugin', install: [`${id} install`], remove: [`${id} remove`] };
  }

  async trust(id: string, trust: Trust | '', project: number) {
    this.note('trust', id, trust, project);
    this.setClient(id, ({ projects }) => {
      if (project === 0) return trust === '' ? {} : { trust };
      const others = projects.filter((one) => one.project_id !== project);
      if (trust === '') return { projects: others };
      return { projects: [...others, { project_id: project, project: 'api', trust }] };
    });
  }

  async limit(id: string, hourly: number | null) {
    this.note('limit', id, hourly);
    this.setClient(id, () => ({ hourly_limit: hourly }));
  }

  async callCounts(): Promise<CallCount[]> {
    this.note('callCounts');
    return [];
  }

  async settings(patch: object) {
    this.note('settings', patch);
    return { locale: '' as const, theme: '' as const, hourly_saves: 2000, ...patch };
  }

  async saving(saving: { paused: boolean; until: number }) {
    this.note('saving', saving);
    return saving;
  }

  async answer(code: NoticeCode, action: NoticeAction) {
    this.note('answer', code, action);
    this.notices = this.notices.filter((one) => one.code !== code);
    return this.notices;
  }

  events(signal: AbortSignal): Promise<void> {
    this.note('events');
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  }
}

/** The backend's answer when it is broken. */
export const serverError = new ApiError('internal', 'something went wrong inside Memtray', 500);

/** What a list asks for when nothing is chosen. */
export const everything: ListQuery = {
  q: '',
  kinds: [],
  projects: [],
  clients: [],
  states: [],
  sort: '',
};
