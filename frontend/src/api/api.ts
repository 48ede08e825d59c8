import type {
  Acted,
  BulkPatch,
  Client,
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
  Patch,
  Preview,
  Project,
  Registration,
  Saved,
  Saving,
  Settings,
  Status,
  Undone,
  Version,
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

export interface PageAsk {
  offset: number;
  limit: number;
}

/** Everything that the dashboard can ask of the backend. Calls fail with [ApiError]. */
export interface Api {
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
  clients(): Promise<Client[]>;
  preview(client: string, action: Registration): Promise<Preview>;
  register(client: string, action: Registration, digest: string): Promise<Client>;
  settings(patch: Partial<Settings>): Promise<Settings>;
  saving(saving: Saving): Promise<Saving>;
  /** Answers a notice and returns those that are left. */
  answer(code: NoticeCode, action: NoticeAction): Promise<Notice[]>;
  /** Reads the event stream until it ends, fails, or signal aborts it. */
  events(signal: AbortSignal, onEvent: (event: LiveEvent) => void): Promise<void>;
}
