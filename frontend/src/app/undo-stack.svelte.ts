import type { Undone } from '../api/types';

/** An act of this window that can be taken back. */
export interface Entry {
  act: number;
  count: number;
}

/**
 * The acts of this window, newest last, and those that were taken back. Undo is
 * itself an act, so redo is the undo of an undo.
 */
export class UndoStack {
  private done = $state.raw<Entry[]>([]);
  private undone = $state.raw<Entry[]>([]);

  constructor(private readonly call: (act: number) => Promise<Undone>) {}

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** Notes an act. What had been undone before cannot be redone after it. */
  push(act: number, count: number): void {
    if (act === 0) return;
    this.done = [...this.done, { act, count }];
    this.undone = [];
  }

  /** Takes back the newest act; null if there is none. A failed call keeps the entry. */
  async undo(): Promise<Undone | null> {
    const entry = this.done.at(-1);
    if (!entry) return null;
    this.done = this.done.slice(0, -1);
    const answer = await this.run(entry, () => (this.done = [...this.done, entry]));
    if (answer.act !== 0) this.undone = [...this.undone, next(answer)];
    return answer;
  }

  /** Does again what was undone last; null if there is none. */
  async redo(): Promise<Undone | null> {
    const entry = this.undone.at(-1);
    if (!entry) return null;
    this.undone = this.undone.slice(0, -1);
    const answer = await this.run(entry, () => (this.undone = [...this.undone, entry]));
    if (answer.act !== 0) this.done = [...this.done, next(answer)];
    return answer;
  }

  private async run(entry: Entry, giveBack: () => void): Promise<Undone> {
    try {
      return await this.call(entry.act);
    } catch (error) {
      giveBack();
      throw error;
    }
  }
}

function next(answer: Undone): Entry {
  return { act: answer.act, count: answer.restored?.length ?? 0 };
}
