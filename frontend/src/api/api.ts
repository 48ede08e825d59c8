import type {
  Acted,
  BulkPatch,
  CallCount,
  ClientList,
  Diagnosis,
  Draft,
  Facets,
  ListQuery,
  LiveEvent,
  Memory,
  MemoryLink,
  Notice,
  NoticeAction,
  NoticeCode,
  Page,
  Part,
  Patch,
  Plugin,
  Preview,
  Program,
  Project,
  Registration,
  Removing,
  Saved,
  Saving,
  Settings,
  Status,
  Trust,
  Undone,
  Version,
  Ways,
} from './types';

/** A refused or failed call. `offline` means that no answer came at all. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 0,
    readonly current: Memory | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** Makes an [ApiError] of whatever was thrown. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError('internal', error instanceof Error ? error.message : String(error));
}

/** Reports whether a call ended because it was not wanted any more. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** How a call is made: GET without a body, POST with one, unless a method is named. */
export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
}

export interface PageAsk {
  offset: number;
  limit: number;
}

/** Everything that the dashboard can ask of the backend. Calls fail with [ApiError]. */
export interface Api {
  /** Any call of a view of its own, whose types stand in that view's folder. */
  call<T>(path: string, ask?: Ask): Promise<T>;
  status(): Promise<Status>;
  memories(query: ListQuery, page: PageAsk, signal?: AbortSignal): Promise<Page>;
  facets(query: ListQuery): Promise<Facets>;
  memory(id: number, signal?: AbortSignal): Promise<{ memory: Memory; links: MemoryLink[] }>;
  versions(id: number, signal?: AbortSignal): Promise<Version[]>;
  save(draft: Draft): Promise<Saved>;
  change(id: number, patch: Patch): Promise<Saved>;
  act(ids: number[], patch: BulkPatch): Promise<Acted>;
  undo(act: number): Promise<Undone>;
  /** Deletes all of the trash for good; fails unless it holds `count` memories. */
  emptyTrash(count: number): Promise<unknown>;
  projects(): Promise<Project[]>;
  clients(): Promise<ClientList>;
  /** What registering or removing one part of a client would change. */
  preview(client: string, part: Part, action: Registration): Promise<Preview>;
  register(client: string, part: Part, action: Registration, digest: string): Promise<unknown>;
  /** What taking all parts of a client out would change. */
  removal(client: string): Promise<Removing>;
  removeAll(client: string, digest: string): Promise<unknown>;
  /** Takes back the last change of a client's file. */
  undoClient(client: string): Promise<unknown>;
  /** Copies the program to where it stays. */
  install(): Promise<Program>;
  diagnosis(client: string): Promise<Diagnosis>;
  ways(client: string): Promise<Ways>;
  /** Writes the plugin folder of a client. */
  plugin(client: string): Promise<Plugin>;
  /** Sets what a client may do, in one project or (0) in general; '' leaves it to the general level. */
  trust(client: string, trust: Trust | '', project: number): Promise<unknown>;
  /** Sets how many memories a client may save in an hour; null leaves it to the general limit. */
  limit(client: string, hourly: number | null): Promise<unknown>;
  /** The calls of the last 30 days. */
  callCounts(): Promise<CallCount[]>;
  settings(patch: Partial<Settings>): Promise<Settings>;
  saving(saving: Saving): Promise<Saving>;
  /** Answers a notice and returns those that are left. */
  answer(code: NoticeCode, action: NoticeAction): Promise<Notice[]>;
  /** Reads the event stream until it ends, fails, or signal aborts it. */
  events(signal: AbortSignal, onEvent: (event: LiveEvent) => void): Promise<void>;
}
