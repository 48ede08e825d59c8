import { asApiError, isAbort, type Api, type ApiError } from '../api/api';
import type { Memory, MemoryLink, Version } from '../api/types';

/** The memory that is open, with its links and history. */
export class DetailStore {
  /** The id asked for; 0 for none. */
  id = $state(0);
  memory = $state.raw<Memory | null>(null);
  links = $state.raw<MemoryLink[]>([]);
  versions = $state.raw<Version[]>([]);
  error = $state.raw<ApiError | null>(null);
  versionsError = $state.raw<ApiError | null>(null);
  private abort: AbortController | null = null;

  constructor(private readonly api: Api) {}

  /** Opens a memory; 0 closes. The one open before stays painted until the answer is there. */
  open(id: number): void {
    if (id === this.id) return;
    this.id = id;
    this.error = null;
    if (id === 0) this.clear();
    void this.read();
  }

  /** Reads the open memory again. */
  async read(): Promise<void> {
    this.abort?.abort();
    const { id } = this;
    if (id === 0) return;
    const { signal } = (this.abort = new AbortController());
    try {
      const answer = await this.api.memory(id, signal);
      if (id !== this.id || signal.aborted) return;
      if (this.memory?.id !== id) this.versions = [];
      this.memory = answer.memory;
      this.links = answer.links;
      this.error = null;
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      this.clear();
      this.error = asApiError(error);
      return;
    }
    try {
      this.versionsError = null;
      const versions = await this.api.versions(id, signal);
      if (id === this.id && !signal.aborted) this.versions = versions;
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.versionsError = asApiError(error);
    }
  }

  /** Takes in a memory that is known to be the newest. */
  set(memory: Memory): void {
    if (memory.id === this.id) this.memory = memory;
  }

  private clear(): void {
    this.memory = null;
    this.links = [];
    this.versions = [];
  }
}
