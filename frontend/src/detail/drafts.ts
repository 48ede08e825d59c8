import type { Draft, Memory } from '../api/types';
import { UNFILED } from '../api/types';

/** What the form holds: a memory's fields as a person types them. */
export interface FormDraft extends Omit<Draft, 'tags'> {
  tags: string; // separated by commas
  /** The revision that the text was based on; 0 for a new memory. */
  base: number;
}

export const emptyDraft: FormDraft = {
  kind: 'note',
  title: '',
  body: '',
  tags: '',
  project_id: UNFILED,
  private: false,
  base: 0,
};

/** The form for a memory as it is. A derived title is left empty: the text gives it. */
export function draftOf(memory: Memory): FormDraft {
  return {
    kind: memory.kind,
    title: memory.title_derived ? '' : memory.title,
    body: memory.body,
    tags: (memory.tags ?? []).join(', '),
    project_id: memory.project_id,
    private: memory.private,
    base: memory.revision,
  };
}

/** Title and text as one, to compare versions. */
export function wholeText({ title, body }: FormDraft): string {
  return title.trim() === '' ? body : `${title.trim()}\n\n${body}`;
}

/** The tags in a text that separates them by commas of any script. */
export function splitTags(text: string): string[] {
  const tags = text.split(/[,，、;；\n]/).map((tag) => tag.trim().replace(/^#/, ''));
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** A new memory as it is sent. */
export function toSend(form: FormDraft): Draft {
  return {
    kind: form.kind,
    title: form.title.trim(),
    body: form.body,
    tags: splitTags(form.tags),
    project_id: form.project_id,
    private: form.private,
  };
}

/** Only what differs between two forms, ready to be sent. */
export function changesBetween(before: FormDraft, after: FormDraft): Partial<Draft> {
  const changes: Partial<Draft> = {};
  if (after.kind !== before.kind) changes.kind = after.kind;
  if (after.title.trim() !== before.title.trim()) changes.title = after.title.trim();
  if (after.body !== before.body) changes.body = after.body;
  if (after.project_id !== before.project_id) changes.project_id = after.project_id;
  if (after.private !== before.private) changes.private = after.private;
  const tags = splitTags(after.tags);
  if (tags.join('\n') !== splitTags(before.tags).join('\n')) changes.tags = tags;
  return changes;
}

const key = (id: number) => `memtray.draft.${id === 0 ? 'new' : id}`;

/** Keeps unsaved text for this tab. */
export function keepDraft(id: number, draft: FormDraft): void {
  try {
    sessionStorage.setItem(key(id), JSON.stringify(draft));
  } catch {
    // A full storage loses only the safety net, not what is on the screen.
  }
}

export function keptDraft(id: number): FormDraft | null {
  try {
    const text = sessionStorage.getItem(key(id));
    return text ? { ...emptyDraft, ...(JSON.parse(text) as FormDraft) } : null;
  } catch {
    return null;
  }
}

export function dropDraft(id: number): void {
  sessionStorage.removeItem(key(id));
}
