import { tick } from 'svelte';
import { asApiError } from '../api/api';
import type { Memory } from '../api/types';
import type { App } from '../app/app.svelte';
import { toRow } from '../list/rows';
import { changesBetween, draftOf, dropDraft, keepDraft, keptDraft, type FormDraft } from './drafts';
import { problemOf } from './limits';

/** The editing of one memory, from the first key to the answer of the store. */
export class Editor {
  draft = $state<FormDraft>() as FormDraft;
  busy = $state(false);
  failure = $state('');
  /** The other version, when the store has one that this text is not based on. */
  conflict = $state.raw<Memory | null>(null);
  /** The text is one that was left unsaved before. */
  restored = $state(false);
  private base: FormDraft;

  constructor(
    private readonly app: App,
    readonly memory: Memory,
  ) {
    this.base = draftOf(memory);
    const kept = keptDraft(memory.id);
    this.restored = kept !== null;
    this.draft = kept ?? { ...this.base };
    // What differs is found against the memory that is shown. A stale base revision
    // makes the store answer with a conflict, as it should.
  }

  /** Called on every change: unsaved text outlives the form. */
  keep(): void {
    this.failure = '';
    keepDraft(this.memory.id, this.draft);
  }

  /** Leaves the form. The text stays as a draft if it differs. */
  cancel(): void {
    if (Object.keys(changesBetween(this.base, this.draft)).length === 0) dropDraft(this.memory.id);
    this.leave();
  }

  /** Throws the draft away and starts from the memory as it is. */
  discard(): void {
    dropDraft(this.memory.id);
    this.draft = { ...this.base };
    this.restored = false;
  }

  async save(revision = this.draft.base): Promise<void> {
    const { app, memory } = this;
    if (this.busy) return;
    const changes = changesBetween(this.base, this.draft);
    if (Object.keys(changes).length === 0) return this.cancel();
    const problem = problemOf(this.draft);
    if (problem) {
      this.failure = app.i18n.t(problem.text, problem.params);
      return;
    }
    this.busy = true;
    try {
      const saved = await app.api.change(memory.id, { ...changes, revision });
      dropDraft(memory.id);
      app.acts.undoStack.push(saved.act, 1);
      app.showSaved(saved);
      app.detail.set(saved.memory);
      app.list.patch([memory.id], () => toRow(saved.memory));
      app.changed([memory.id]);
      this.leave();
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.code === 'conflict' && error.current) this.conflict = error.current;
      else this.failure = app.i18n.t('form.failed', { reason: app.reason(error) });
    } finally {
      this.busy = false;
    }
  }

  /** Saves this text over the other version. */
  async keepMine(): Promise<void> {
    const other = this.conflict;
    if (!other) return;
    this.base = draftOf(other);
    this.draft.base = other.revision;
    this.conflict = null;
    await this.save(other.revision);
  }

  /** Gives this text up for the other version. */
  takeTheirs(): void {
    const other = this.conflict;
    dropDraft(this.memory.id);
    if (other) {
      this.app.detail.set(other);
      this.app.list.patch([other.id], () => toRow(other));
    }
    this.app.changed([this.memory.id]);
    this.leave();
  }

  private leave(): void {
    this.app.editing = 0;
    void tick().then(() => this.app.returnFocus());
  }
}
