/** What the HTTP API sends and takes. Times are unix milliseconds; 0 means not set. */

export const KINDS = [
  'decision',
  'preference',
  'fact',
  'howto',
  'gotcha',
  'bugfix',
  'change',
  'discovery',
  'note',
  'summary',
] as const;
export type Kind = (typeof KINDS)[number];

export type State = 'pending' | 'active' | 'archived' | 'trashed';
export const SORTS = ['newest', 'oldest', 'updated', 'used'] as const;
export type Sort = (typeof SORTS)[number];

/** The reserved projects. */
export const UNFILED = 1;
export const GLOBAL = 2;

/** In filters: the person, who has no client id. */
export const YOU = 'you';

export interface Row {
  id: number;
  kind: Kind;
  title: string;
  project_id: number;
  project: string;
  client: string; // '' is the person
  state: State;
  pinned: boolean;
  private: boolean;
  reviewed: boolean;
  tokens: number;
  seen: number;
  fetched: number;
  created_at: number;
  updated_at: number;
  revision: number;
}

export interface Usage {
  count: number;
  last?: number;
}

export interface Memory {
  id: number;
  uid: string;
  kind: Kind;
  title: string;
  title_derived: boolean;
  body: string;
  project_id: number;
  project: string;
  tags: string[] | null;
  files: string[] | null;
  client: string;
  session?: number;
  state: State;
  pinned: boolean;
  private: boolean;
  tokens: number;
  revision: number;
  seen: number;
  created_at: number;
  updated_at: number;
  reviewed_at?: number;
  expires_at?: number;
  listed: Usage;
  injected: Usage;
  fetched: Usage;
}

export type Relation = 'supersedes' | 'merged_into' | 'related';

export interface MemoryLink {
  relation: Relation;
  target: number;
  title: string;
  state: State;
  incoming: boolean;
}

export interface Author {
  kind: 'person' | 'client';
  client?: string;
  session?: number;
}

export interface Act {
  id: number;
  author: Author;
  at: number;
  kind: string;
  reason?: string;
  count: number;
  undoes?: number;
}

export interface Image {
  kind: Kind;
  title: string;
  title_derived: boolean;
  body: string;
  project_id: number;
  project: string;
  tags: string[] | null;
  files: string[] | null;
  state: State;
  pinned: boolean;
  private: boolean;
  reviewed_at?: number;
}

export interface Version {
  revision: number;
  act: Act;
  image: Image;
}

export interface Page {
  total: number;
  rows: Row[];
  highlights: string[];
}

export interface Facet {
  value: string;
  label?: string;
  count: number;
}

export interface Facets {
  kinds: Facet[];
  projects: Facet[];
  clients: Facet[];
}

export interface Project {
  id: number;
  name: string;
  memories: number;
}

export interface Saving {
  paused: boolean;
  until: number; // 0: until resumed
}

export interface Presence {
  client: string;
  pid: number;
  started_at: number;
  version: string;
}

export type Locale = 'en' | 'zh-CN';
export type Theme = '' | 'light' | 'dark';

export interface Settings {
  locale: '' | Locale;
  theme: Theme;
  /** How many memories a client may save in an hour, unless it has a limit of its own. */
  hourly_saves: number;
}

export type NoticeCode = 'damaged' | 'missing' | 'corrupt' | 'index' | 'log' | 'place';
export type NoticeAction = 'restore' | 'repair' | 'dismiss';

/** What the person has to know of; it stays until it is answered or its cause is gone. */
export interface Notice {
  code: NoticeCode;
  severity: 'failure' | 'warning';
  at: number;
  file?: string;
  backup?: { file: string; at: number; memories: number };
  place?: string;
  actions: NoticeAction[];
}

export interface Status {
  version: string;
  home: string;
  file: string;
  counts: { memories: number; today: number; unreviewed: number; trash: number };
  saving: Saving;
  present: Presence[];
  notices: Notice[];
  settings: Settings;
  system_locale: Locale;
}

export const TRUSTS = ['save', 'review', 'read', 'paused'] as const;
/** What a client may do, the most first. */
export type Trust = (typeof TRUSTS)[number];

export interface ProjectTrust {
  project_id: number;
  project: string;
  trust: Trust;
}

/** What the store knows of a client, whether it can be registered or not. */
export interface Caller {
  id: string;
  last_at: number;
  memories: number;
  connected: number;
  trust: Trust;
  projects: ProjectTrust[];
  /** null: the limit that holds for all. */
  hourly_limit: number | null;
}

export type ClientStatus =
  'not_installed' | 'not_registered' | 'registered' | 'elsewhere' | 'broken' | 'missing';

/** Who says that a client reads this file. */
export type Source = 'lab' | 'doc' | 'third-party' | 'unverified';

/** Reports whether nobody who could know says so. */
export const isUnsure = (source: Source) => source === 'third-party' || source === 'unverified';

export const EXTRAS = ['hook', 'allow', 'instructions'] as const;
export type Extra = (typeof EXTRAS)[number];
export type Part = 'server' | Extra;

/** One thing beside the entry that Memtray can write for a client. */
export interface ExtraState {
  part: Extra;
  status: ClientStatus;
  file: string;
  foreign: boolean;
  verified: Source;
  problem: string;
}

/** A client that can be registered. */
export interface Client extends Caller {
  name: string;
  short: string;
  status: ClientStatus;
  file: string;
  installed: boolean;
  /** What is elsewhere is not from Memtray. */
  foreign: boolean;
  /** The client that reads the same file and owns the entry; '' is this one. */
  through: string;
  verified: Source;
  command: string[];
  problem: string;
  extras: ExtraState[];
}

/** Tells those that can be registered from those that only called. */
export function isClient(caller: Caller): caller is Client {
  return 'status' in caller;
}

/** The program that clients are told to start. */
export interface Program {
  command: string;
  /** Why it is not registered from where it is; '' if it is. */
  problem: string;
  source: string;
  /** Where installing puts a copy; '' if that is not known. */
  target: string;
  installed: boolean;
  /** The copy there is another version. */
  differs: boolean;
}

/** One thing that was found out about a client. */
export interface Finding {
  code: string;
  weight: 'ok' | 'warning' | 'wrong';
  values: Record<string, string>;
  /** The sentence, and what to do, in English. */
  text: string;
  advice: string;
}

export interface Diagnosis {
  ok: boolean;
  findings: Finding[];
}

/** How a client can be registered without Memtray writing its file. */
export interface Ways {
  /** What to paste, and into which file ('' if that is not known). */
  snippet: { text: string; file: string };
  /** Has the client offer it; '' if it takes none. */
  link: string;
  /** It takes a plugin folder. */
  plugin: boolean;
}

/** A plugin folder that was written, and the commands for a terminal. */
export interface Plugin {
  folder: string;
  install: string[];
  remove: string[];
}

export interface ClientList {
  clients: Client[];
  /** That called, but cannot be registered. */
  others: Caller[];
  program: Program;
}

export type Registration = 'add' | 'remove';

export interface DiffLine {
  op: ' ' | '+' | '-';
  old: number;
  new: number;
  text: string;
}

export interface CallCount {
  day: string;
  client: string;
  tool: string;
  calls: number;
  errors: number;
}

/** What taking all of a client's parts out changes. */
export interface Removing {
  previews: Preview[];
  digest: string;
}

export interface Preview {
  file: string;
  lines: DiffLine[] | null;
  added: number;
  removed: number;
  digest: string;
  restart: string;
  no_change: boolean;
}

/** What a list asks for. */
export interface ListQuery {
  q: string;
  kinds: Kind[];
  projects: number[];
  clients: string[];
  states: State[];
  sort: '' | Sort;
}

export interface Draft {
  kind: Kind;
  title: string;
  body: string;
  tags: string[];
  project_id: number;
  private: boolean;
}

/** A change to one memory; only what is given is set. */
export interface Patch extends Partial<Draft> {
  pinned?: boolean;
  state?: State;
  reviewed?: boolean;
  revision?: number;
  reason?: string;
}

/** A change to many memories. */
export interface BulkPatch {
  state?: State;
  pinned?: boolean;
  reviewed?: boolean;
}

export interface Removal {
  what: string;
  count: number;
}

export interface Saved {
  memory: Memory;
  act: number;
  known?: boolean;
  removed?: Removal[] | null;
}

export interface Acted {
  act: number;
  ids: number[] | null;
  missing?: number[] | null;
}

export interface Undone {
  act: number;
  restored: number[] | null;
  kept: { id: number; by: Author; duplicate?: number }[] | null;
  /** How many were deleted for good since. */
  purged?: number;
}

export type LiveEvent =
  | { type: 'hello' }
  | { type: 'ping' }
  | { type: 'memory:changed'; ids: number[] | null }
  | { type: 'clients:changed' }
  | { type: 'settings:changed' }
  | { type: 'documents:changed' }
  | { type: 'journal:changed' }
  | { type: 'proposals:changed' };
