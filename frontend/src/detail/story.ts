import type { Image, Version } from '../api/types';
import type { I18n } from '../i18n/i18n.svelte';

/** One step of a memory's history, in words, with the texts to compare if they differ. */
export interface Step {
  version: Version;
  icon: string;
  words: string;
  before: string;
  after: string;
}

type Words = Pick<I18n, 't' | 'n' | 'format'> & { project(id: number, name: string): string };

/** Tells the versions of a memory, newest first, each against the one before it. */
export function tellHistory(versions: Version[], words: Words): Step[] {
  return versions.map((version, index) => {
    const before = versions[index + 1]?.image;
    const { act, image } = version;
    const text = before ? { before: textOf(before, image), after: textOf(image, before) } : null;
    const differs = text !== null && text.before !== text.after;
    return {
      version,
      icon: iconOf(version, before),
      words:
        act.reason || (before ? describe(before, image, version, words) : words.t('history.saved')),
      before: differs ? text.before : '',
      after: differs ? text.after : '',
    };
  });
}

/** When the text of a memory was last changed; 0 if it is as it was saved. */
export function lastEdit(versions: Version[]): number {
  const edited = versions.find(({ image }, index) => {
    const before = versions[index + 1]?.image;
    return before && textOf(before, image) !== textOf(image, before);
  });
  return edited?.act.at ?? 0;
}

/** The text to compare: the title stands before the body only where it is a text of its own. */
function textOf(image: Image, other: Image): string {
  const derived = image.title_derived && other.title_derived;
  return derived ? image.body : `${image.title}\n${image.body}`;
}

function iconOf(version: Version, before: Image | undefined): string {
  if (!before) return 'plus';
  if (version.act.undoes) return 'undo';
  if (version.image.state === 'trashed' && before.state !== 'trashed') return 'trash';
  return version.act.author.kind === 'person' ? 'user' : 'edit';
}

function describe(before: Image, after: Image, version: Version, words: Words): string {
  const said = [
    ...textWords(before, after, words),
    ...placeWords(before, after, words),
    ...stateWords(before, after, words),
  ];
  const { t } = words;
  if (version.act.undoes) return [t('history.undid'), ...said].join(', ');
  return said.length > 0 ? words.format.list(said) : t('history.changed');
}

function textWords(before: Image, after: Image, { t }: Words): string[] {
  const said: string[] = [];
  const titles = before.title !== after.title && !(before.title_derived && after.title_derived);
  if (before.body !== after.body) said.push(t('history.text'));
  else if (titles) said.push(t('history.title_changed'));
  return said;
}

function placeWords(before: Image, after: Image, words: Words): string[] {
  const { t, n, format } = words;
  const said: string[] = [];
  if (before.kind !== after.kind) said.push(t('history.kind', { kind: t(`kind.${after.kind}`) }));
  if (before.project_id !== after.project_id)
    said.push(t('history.project', { project: words.project(after.project_id, after.project) }));
  const added = missing(after.tags, before.tags);
  const removed = missing(before.tags, after.tags);
  if (added.length > 0)
    said.push(n('history.tags_added', added.length, { tags: format.list(added) }));
  if (removed.length > 0)
    said.push(n('history.tags_removed', removed.length, { tags: format.list(removed) }));
  if (missing(after.files, before.files).length + missing(before.files, after.files).length > 0)
    said.push(t('history.files'));
  return said;
}

function stateWords(before: Image, after: Image, { t }: Words): string[] {
  const said: string[] = [];
  if (before.pinned !== after.pinned)
    said.push(t(after.pinned ? 'history.pinned' : 'history.unpinned'));
  if (before.private !== after.private)
    said.push(t(after.private ? 'history.private' : 'history.not_private'));
  if (before.state !== after.state) {
    if (after.state === 'trashed') said.push(t('history.trashed'));
    else if (after.state === 'archived') said.push(t('history.archived'));
    else if (after.state === 'pending') said.push(t('history.held'));
    else said.push(t('history.restored'));
  }
  const kept = (image: Image) => (image.reviewed_at ?? 0) > 0;
  if (kept(after) && after.reviewed_at !== before.reviewed_at) said.push(t('history.kept'));
  // An edit clears the review by itself; alone it is worth a word.
  if (kept(before) && !kept(after) && said.length === 0) said.push(t('history.unkept'));
  return said;
}

function missing(from: string[] | null, in_: string[] | null): string[] {
  return (from ?? []).filter((value) => !(in_ ?? []).includes(value));
}
