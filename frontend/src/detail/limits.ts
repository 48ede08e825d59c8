import type { TextKey } from '../i18n/catalogue';
import type { Params } from '../i18n/format';
import { splitTags, type FormDraft } from './drafts';

/** What the store takes: characters of a title and a tag, UTF-8 bytes of a text, tags. */
export const LIMITS = { title: 200, body: 65_536, tags: 32, tag: 64 };

export interface Problem {
  text: TextKey;
  params?: Params;
}

/** What keeps a form from being saved, or null. */
export function problemOf(draft: FormDraft): Problem | null {
  if (draft.body === '') return { text: 'form.body_required' };
  if (draft.body.trim() === '') return { text: 'form.body_blank' };
  const bytes = new TextEncoder().encode(draft.body).length;
  if (bytes > LIMITS.body) return over('form.body_long', bytes, LIMITS.body);
  const title = characters(draft.title.trim());
  if (title > LIMITS.title) return over('form.title_long', title, LIMITS.title);
  const tags = splitTags(draft.tags);
  if (tags.length > LIMITS.tags) return over('form.tags_many', tags.length, LIMITS.tags);
  const long = tags.find((tag) => characters(tag) > LIMITS.tag);
  if (long === undefined) return null;
  const tag = [...long].slice(0, 16).join('') + '…';
  return over('form.tag_long', characters(long), LIMITS.tag, { tag });
}

function over(text: TextKey, n: number, max: number, more: Params = {}): Problem {
  return { text, params: { n, max, ...more } };
}

/** The length as people count it: an emoji is not two. */
function characters(text: string): number {
  return [...text].length;
}
