import type { TokenDeed } from '../api/types';
import type { I18n } from '../i18n/i18n.svelte';

/** What was done with a token, in words. */
export function tellDeed(deed: TokenDeed, { t, n }: Pick<I18n, 't' | 'n'>): string {
  const { what, query, count } = deed;
  if (deed.document) return t(`tokens.deed_${aboutText(what)}_document`, { name: deed.document });
  if (deed.day) return t(`tokens.deed_${aboutText(what)}_day`, { day: deed.day });
  if (what === 'searched')
    return query === ''
      ? n('tokens.deed_listed', count)
      : n('tokens.deed_searched', count, { query });
  if (what === 'told') return n('tokens.deed_told', count);
  if (count !== 1) return n(`tokens.deed_${what}`, count);
  return t(`tokens.deed_${what}_one`, { title: deed.title || `#${deed.memory}` });
}

/** A document or note is written or deleted. */
function aboutText(what: TokenDeed['what']): 'wrote' | 'deleted' {
  return what === 'trashed' ? 'deleted' : 'wrote';
}
