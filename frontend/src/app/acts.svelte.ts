import { asApiError, type Api, type ApiError } from '../api/api';
import type { BulkPatch, Undone } from '../api/types';
import type { PluralKey, TextKey } from '../i18n/catalogue';
import type { I18n } from '../i18n/i18n.svelte';
import type { ListStore } from '../list/list-store.svelte';
import type { Toasts } from './toasts.svelte';
import { UndoStack } from './undo-stack.svelte';

export type Verb = 'trashed' | 'restored' | 'kept' | 'pinned' | 'unpinned';

const patches: Record<Verb, BulkPatch> = {
  trashed: { state: 'trashed' },
  restored: { state: 'active' },
  kept: { reviewed: true },
  pinned: { pinned: true },
  unpinned: { pinned: false },
};

interface Parts {
  api: Api;
  i18n: I18n;
  toasts: Toasts;
  list: ListStore;
  clientName(id: string): string;
  /** Called after the store changed, with the ids. */
  onDone(ids: number[]): void;
}

/** What a person does to memories: shown at once, stored after, undone at will. */
export class Acts {
  readonly undoStack: UndoStack;
  /** Calls that have not been answered yet. */
  pending = $state(0);

  constructor(private readonly parts: Parts) {
    this.undoStack = new UndoStack((act) => parts.api.undo(act));
  }

  /** Does something to memories. The rows change now; if the call fails, they change back. */
  async run(verb: Verb, ids: number[]): Promise<boolean> {
    if (ids.length === 0) return false;
    const { api, list, toasts, i18n } = this.parts;
    const giveBack = this.paint(verb, ids);
    this.pending++;
    try {
      const done = await this.inOrder(async () => {
        const answer = await api.act(ids, patches[verb]);
        const changed = answer.ids ?? [];
        this.undoStack.push(answer.act, changed.length);
        return changed;
      });
      if (done.length > 0) toasts.say(this.said(verb, done), true);
      this.parts.onDone(ids);
      return true;
    } catch (error) {
      giveBack();
      const reason = this.reason(asApiError(error));
      toasts.fail(i18n.n('toast.failed', ids.length, { reason }));
      return false;
    } finally {
      this.pending--;
      if (verb !== 'trashed' && verb !== 'restored') list.clearSelection();
    }
  }

  /**
   * Does any other act that undo can take back. It is told to the person in the
   * words that `said` makes of the answer; null and the reason on show if it failed.
   */
  async record<T extends { act: number; ids?: number[] | null }>(
    call: () => Promise<T>,
    said: (answer: T) => string,
  ): Promise<T | null> {
    const { toasts, i18n } = this.parts;
    this.pending++;
    try {
      const answer = await this.inOrder(call);
      const ids = answer.ids ?? [];
      this.undoStack.push(answer.act, ids.length);
      toasts.say(said(answer), answer.act !== 0);
      this.parts.onDone(ids);
      return answer;
    } catch (error) {
      toasts.fail(i18n.t('toast.not_done', { reason: this.reason(asApiError(error)) }));
      return null;
    } finally {
      this.pending--;
    }
  }

  async undo(): Promise<void> {
    const call = () => this.inOrder(() => this.undoStack.undo());
    await this.takeBack(call, 'toast.undone', 'toast.undo_none');
  }

  async redo(): Promise<void> {
    const call = () => this.inOrder(() => this.undoStack.redo());
    await this.takeBack(call, 'toast.redone', 'toast.redo_none');
  }

  /** Makes a call after those before it, so that an undo takes back the verdict before it. */
  private inOrder<T>(call: () => Promise<T>): Promise<T> {
    const { list } = this.parts;
    const next = list.writes.then(call);
    list.writes = next.catch(() => undefined);
    return next;
  }

  /** Why a call failed, in words; what the backend says of it stands behind, in English. */
  reason({ code, message }: ApiError): string {
    const { t } = this.parts.i18n;
    if (code === 'offline') return t('error.offline_short');
    if (code === 'busy') return t('error.busy_short');
    if (code === 'not_found') return t('error.not_found', { message });
    if (code === 'invalid' || code === 'conflict') return t('error.refused', { message });
    return t('error.internal', { message });
  }

  private paint(verb: Verb, ids: number[]): () => void {
    const { list } = this.parts;
    if (verb === 'trashed' || verb === 'restored') return list.remove(ids);
    const before = new Map(list.rows.flatMap((row) => (row ? [[row.id, row]] : [])));
    const cursor = list.cursor;
    list.patch(ids, (row) => {
      if (verb === 'kept') return { ...row, reviewed: true };
      return { ...row, pinned: verb === 'pinned' };
    });
    // After a verdict the next memory is shown.
    if (verb === 'kept' && list.selected.size === 0) list.move(1);
    return () => {
      list.patch(ids, (row) => before.get(row.id) ?? row);
      list.cursor = cursor;
    };
  }

  private said(verb: Verb, ids: number[]): string {
    const { i18n } = this.parts;
    if (ids.length === 1) return i18n.t(`toast.${verb}_one` as TextKey, { id: String(ids[0]) });
    return i18n.n(`toast.${verb}` as PluralKey, ids.length);
  }

  private async takeBack(
    call: () => Promise<Undone | null>,
    done: PluralKey,
    none: TextKey,
  ): Promise<void> {
    const { i18n, toasts, list } = this.parts;
    this.pending++;
    try {
      const answer = await call();
      if (!answer) return toasts.say(i18n.t(none));
      const restored = answer.restored ?? [];
      toasts.say(this.outcome(answer, done));
      await list.reload(restored[0] ?? list.current?.id);
      this.parts.onDone(restored);
    } catch (error) {
      toasts.fail(i18n.t('error.undo', { reason: this.reason(asApiError(error)) }));
    } finally {
      this.pending--;
    }
  }

  private outcome(answer: Undone, done: PluralKey): string {
    const { i18n, clientName } = this.parts;
    const kept = answer.kept ?? [];
    const restored = answer.restored?.length ?? 0;
    if (answer.purged) return i18n.n('toast.undone_purged', answer.purged, { done: restored });
    if (kept.length === 0) return i18n.n(done, restored);
    const who = i18n.format.list([...new Set(kept.map(({ by }) => clientName(by.client ?? '')))]);
    return i18n.n('toast.undone_kept', kept.length, { done: restored, who });
  }
}
