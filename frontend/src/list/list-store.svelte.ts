import { ApiError, asApiError, isAbort, type Api } from '../api/api';
import type { ListQuery, Memory, Row } from '../api/types';
import { takeOut, toRow, type Rows } from './rows';
import type { Span } from './window';

export const PAGE = 100;
/** More changed rows than this are read as pages, not one by one. */
const MANY = 30;

type Phase = 'idle' | 'loading' | 'ready' | 'error';

/**
 * The rows of one query: pages read when they come into view, the cursor and the
 * selection. Rows that are not read yet are holes.
 */
export class ListStore {
  rows = $state.raw<Rows>([]);
  highlights = $state.raw<string[]>([]);
  phase = $state<Phase>('idle');
  error = $state.raw<ApiError | null>(null);
  cursor = $state(-1);
  /** Memories that were saved since the list was read and are not in it. */
  fresh = $state(0);
  /** Counts full loads, so that the view knows when to scroll to the top. */
  loads = $state(0);
  /** Never changed in place: each change is a new set. */
  selected = $state.raw<ReadonlySet<number>>(new Set());
  /** Set by the view: the list is scrolled or the pointer is on it, so no row may shift. */
  inUse = false;
  /** Set by who writes: settles when every verdict that was shown is stored. */
  writes: Promise<unknown> = Promise.resolve();
  /** Counts changes of rows that were shown before they were stored. */
  private edits = 0;
  /** The person has moved in the list since it was read. */
  private touched = false;
  /** Where an extended selection began. */
  private anchor = -1;

  private query: ListQuery | null = null;
  private generation = 0;
  private reading = new Set<number>();
  private abort: AbortController | null = null;
  private span: Span = { start: 0, end: 0 };

  constructor(
    private readonly api: Api,
    private readonly onPageError: (error: ApiError) => void = () => undefined,
  ) {}

  get total(): number {
    return this.rows.length;
  }

  get current(): Row | undefined {
    return this.rows[this.cursor];
  }

  /**
   * Reads a query from its start; what was asked before is dropped. Painted rows
   * stay until the answer is there. The cursor goes to keep, if that row is found.
   */
  async load(query: ListQuery, options: { keep?: number } = {}): Promise<void> {
    this.abort?.abort();
    const abort = (this.abort = new AbortController());
    const generation = ++this.generation;
    const other = this.query === null || this.query.states.join() !== query.states.join();
    this.query = query;
    this.reading.clear();
    this.error = null;
    if (other || this.phase !== 'ready') {
      this.rows = [];
      this.phase = 'loading';
    }
    try {
      const page = await this.settled(() =>
        this.api.memories(query, { offset: 0, limit: PAGE }, abort.signal),
      );
      if (generation !== this.generation) return;
      const rows: Rows = new Array<Row | undefined>(page.total);
      page.rows.forEach((row, index) => (rows[index] = row));
      this.rows = rows;
      this.highlights = page.highlights;
      this.fresh = 0;
      this.phase = 'ready';
      this.loads++;
      this.clearSelection();
      this.touched = false;
      this.placeCursor(options.keep);
    } catch (error) {
      if (generation !== this.generation || isAbort(error)) return;
      this.error = asApiError(error);
      this.rows = [];
      this.phase = 'error';
    }
  }

  /** Says which rows are in view; their pages are read if they are not here. */
  show(span: Span): void {
    this.span = span;
    for (const page of pagesOf(span)) void this.readPage(page);
  }

  /** Moves the cursor by delta rows; extend takes the rows passed into the selection. */
  move(delta: number, extend = false): void {
    if (this.total === 0) return;
    this.touched = true;
    const from = Math.max(this.cursor, 0);
    const to = this.cursor < 0 ? 0 : Math.min(Math.max(from + delta, 0), this.total - 1);
    if (extend) this.extend(from, to);
    else this.anchor = -1;
    this.cursor = to;
  }

  moveTo(index: number, extend = false): void {
    this.move(index - Math.max(this.cursor, 0), extend);
  }

  /** Selects the rows between the anchor and a new end, and drops those left behind. */
  private extend(from: number, to: number): void {
    if (this.anchor < 0) this.anchor = from;
    const selected = new Set(this.selected);
    for (const id of this.idsBetween(this.anchor, from)) selected.delete(id);
    for (const id of this.idsBetween(this.anchor, to)) selected.add(id);
    this.selected = selected;
  }

  toggle(index = this.cursor): void {
    const id = this.rows[index]?.id;
    if (id === undefined) return;
    const selected = new Set(this.selected);
    if (!selected.delete(id)) selected.add(id);
    this.selected = selected;
    this.anchor = index;
    this.touched = true;
  }

  clearSelection(): void {
    this.selected = new Set();
    this.anchor = -1;
  }

  /** Selects every memory of the query, also those that are not read yet. */
  async selectAll(limit: number): Promise<boolean> {
    if (!this.query || this.total > limit) return false;
    const generation = this.generation;
    for (let offset = 0; offset < this.total; offset += 500) {
      const page = await this.api.memories(this.query, { offset, limit: 500 });
      if (generation !== this.generation) return true;
      this.selected = new Set([...this.selected, ...page.rows.map(({ id }) => id)]);
    }
    return true;
  }

  /** The ids an action is for: the selection, or else the row under the cursor. */
  targets(): number[] {
    if (this.selected.size > 0) return [...this.selected];
    return this.current ? [this.current.id] : [];
  }

  /** Changes rows in place, wherever they are. */
  patch(ids: readonly number[], change: (row: Row) => Row): void {
    const wanted = new Set(ids);
    if (!this.rows.some((row) => row && wanted.has(row.id))) return;
    this.edits++;
    this.rows = this.rows.map((row) => (row && wanted.has(row.id) ? change(row) : row));
  }

  /**
   * Takes rows out at once, with the cursor on the next one, and returns a function
   * that puts them back where they were.
   */
  remove(ids: readonly number[]): () => void {
    const generation = this.generation;
    const before = { cursor: this.cursor, selected: this.selected };
    const { rows, taken, cursor } = takeOut(this.rows, new Set(ids), this.cursor);
    this.edits++;
    this.rows = rows;
    this.cursor = cursor;
    this.anchor = -1;
    const gone = new Set(ids);
    this.selected = new Set([...this.selected].filter((id) => !gone.has(id)));
    return () => {
      if (generation !== this.generation) return;
      const back = [...this.rows];
      for (const [index, row] of taken) back.splice(Math.min(index, back.length), 0, row);
      this.edits++;
      this.rows = back;
      this.cursor = before.cursor;
      this.selected = new Set([...this.selected, ...before.selected]);
    };
  }

  /** Takes in what changed elsewhere without shifting what is being read. */
  async changed(ids: readonly number[] | null): Promise<void> {
    const query = this.query;
    if (!query || this.phase !== 'ready') return;
    if (this.total === 0) return this.load(query);
    const generation = this.generation;
    try {
      const many = !ids || ids.length === 0 || ids.length > MANY;
      if (!many) await this.reread(ids);
      const { total } = await this.settled(() => this.api.memories(query, { offset: 0, limit: 1 }));
      if (generation !== this.generation) return;
      if (total < this.total) return await this.reload();
      this.fresh = total - this.total;
      if (this.fresh > 0 && this.isIdle()) return await this.reload();
      if (many) this.forget();
    } catch (error) {
      if (generation === this.generation && !isAbort(error)) this.onPageError(asApiError(error));
    }
  }

  /** Reads again what is in view, and keeps the cursor on its memory. */
  async reload(keep = this.current?.id): Promise<void> {
    const query = this.query;
    if (!query) return;
    if (this.phase !== 'ready') return this.load(query, { keep });
    const generation = this.generation;
    const pages = pagesOf(this.span);
    const answers = await this.settled(() =>
      Promise.all(
        (pages.length > 0 ? pages : [0]).map(async (page) => ({
          page,
          answer: await this.api.memories(query, { offset: page * PAGE, limit: PAGE }),
        })),
      ),
    );
    if (generation !== this.generation) return;
    const rows: Rows = new Array<Row | undefined>(answers[0]?.answer.total ?? 0);
    for (const { page, answer } of answers)
      answer.rows.forEach((row, index) => (rows[page * PAGE + index] = row));
    this.reading.clear();
    this.fresh = 0;
    this.rows = rows;
    this.placeCursor(keep, this.cursor);
  }

  /**
   * Reads what agrees with the rows that are shown: after the verdicts before it
   * are stored, and again if another came while it was read.
   */
  private async settled<T>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      await this.writes;
      const edits = this.edits;
      const answer = await read();
      if (edits === this.edits) return answer;
    }
  }

  /** Nobody is reading: new rows may come in by themselves. */
  private isIdle(): boolean {
    return !this.touched && !this.inUse && this.selected.size === 0;
  }

  private async reread(ids: readonly number[]): Promise<void> {
    const here = ids.filter((id) => this.rows.some((row) => row?.id === id));
    const gone: number[] = [];
    await Promise.all(
      here.map(async (id) => {
        const memory = await this.readOne(id);
        if (memory && this.belongs(memory)) this.patch([id], () => toRow(memory));
        else gone.push(id);
      }),
    );
    if (gone.length > 0) this.remove(gone);
  }

  private async readOne(id: number): Promise<Memory | null> {
    try {
      return (await this.api.memory(id)).memory;
    } catch (error) {
      if (asApiError(error).code === 'not_found') return null;
      throw error;
    }
  }

  private belongs(memory: Memory): boolean {
    const states = this.query?.states ?? [];
    return (states.length === 0 ? ['active', 'pending'] : states).includes(memory.state);
  }

  /** Makes holes of all rows out of view and reads those in view again. */
  private forget(): void {
    const pages = pagesOf(this.span);
    this.rows = this.rows.map((row, index) =>
      pages.includes(Math.floor(index / PAGE)) ? row : undefined,
    );
    this.reading.clear();
    for (const page of pages) void this.readPage(page, true);
  }

  private async readPage(page: number, again = false): Promise<void> {
    const query = this.query;
    const start = page * PAGE;
    const end = Math.min(start + PAGE, this.total);
    if (!query || this.phase !== 'ready' || this.reading.has(page)) return;
    if (!again && !hasHole(this.rows, start, end)) return;
    const generation = this.generation;
    this.reading.add(page);
    try {
      const answer = await this.settled(() =>
        this.api.memories(query, { offset: start + this.shift(), limit: PAGE }),
      );
      if (generation !== this.generation || !this.reading.has(page)) return;
      const rows = [...this.rows];
      answer.rows.forEach((row, index) => {
        if (start + index < rows.length) rows[start + index] = row;
      });
      this.rows = rows;
    } catch (error) {
      if (generation === this.generation && !isAbort(error)) this.onPageError(asApiError(error));
    } finally {
      this.reading.delete(page);
    }
  }

  /** Memories that are not in the list yet stand before it when the newest come first. */
  private shift(): number {
    const sort = this.query?.sort ?? '';
    return sort === 'newest' || (sort === '' && this.query?.q === '') ? this.fresh : 0;
  }

  private placeCursor(keep?: number, otherwise = keep === undefined ? 0 : -1): void {
    const found = keep === undefined ? -1 : this.rows.findIndex((row) => row?.id === keep);
    this.cursor = found >= 0 ? found : Math.min(otherwise, this.total - 1);
  }

  private idsBetween(a: number, b: number): number[] {
    const part = this.rows.slice(Math.min(a, b), Math.max(a, b) + 1);
    return part.flatMap((row) => (row ? [row.id] : []));
  }
}

function pagesOf(span: Span): number[] {
  if (span.end <= span.start) return [];
  const first = Math.floor(span.start / PAGE);
  const last = Math.floor((span.end - 1) / PAGE);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function hasHole(rows: Rows, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!rows[i]) return true;
  return false;
}
