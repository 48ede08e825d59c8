import { describe, expect, it } from 'vitest';
import type { Image, Version } from '../api/types';
import { Formatter } from '../i18n/format';
import { memory } from '../test/fake-api';
import { changesBetween, draftOf, splitTags } from './drafts';
import { lastEdit, tellHistory } from './story';
import { wordDiff } from './word-diff';

const shown = (before: string, after: string, locale = 'en') =>
  wordDiff(before, after, locale)
    .map(({ op, text }) => (op === 'add' ? `+${text}+` : op === 'cut' ? `-${text}-` : text))
    .join('');

describe('wordDiff', () => {
  it.each([
    ['cap 60 s', 'cap 20 s', 'cap -60-+20+ s'],
    ['same', 'same', ''],
    ['', 'new', '+new+'],
    ['上限六十秒', '上限二十秒', '上限-六十-+二十+秒'],
  ])('%s to %s', (before, after, want) => {
    const got = shown(before, after, /\p{Script=Han}/u.test(after) ? 'zh-CN' : 'en');
    expect(before === after ? got.replace('…', '') : got).toBe(want);
  });

  it('leaves out long runs that did not change', () => {
    const long = 'word '.repeat(200);
    const pieces = wordDiff(`${long}old`, `${long}new`, 'en');
    expect(pieces.some((piece) => piece.op === 'gap')).toBe(true);
    expect(pieces.map((piece) => piece.text).join('').length).toBeLessThan(100);
  });

  it('gives up words for very long texts', () => {
    const pieces = wordDiff('a '.repeat(50_000), 'b', 'en');
    expect(pieces.map((piece) => piece.op)).toEqual(['cut', 'add']);
  });
});

describe('history', () => {
  const en = new Formatter('en');
  const words = {
    t: en.text.bind(en),
    n: en.plural.bind(en),
    format: en,
    project: (_: number, name: string) => name,
  };
  const image = (fields: Partial<Image>): Image => ({ ...memory(1), ...fields });
  const version = (revision: number, fields: Partial<Image>, reason = ''): Version => ({
    revision,
    act: { id: revision, author: { kind: 'person' }, at: revision, kind: 'edit', reason, count: 1 },
    image: image(fields),
  });

  it.each<[Partial<Image>, string]>([
    [{ pinned: true }, 'pinned'],
    [{ tags: ['a', 'b'] }, 'added tags a, b'],
    [{ state: 'trashed' }, 'moved to trash'],
    [{ kind: 'gotcha', private: true }, 'changed the kind to Gotcha, made private'],
    [{ body: 'Other' }, 'changed the text'],
    [{ title: 'Other' }, 'changed the title'],
    [{ project_id: 9, project: 'web' }, 'moved to web'],
    [{ reviewed_at: 5 }, 'kept'],
    [{}, 'changed'],
  ])('%j is told as %s', (fields, want) => {
    expect(tellHistory([version(2, fields), version(1, {})], words)[0]?.words).toBe(want);
  });

  it('gives the reason if there is one, and says who began', () => {
    const steps = tellHistory(
      [version(2, { body: 'x' }, 'corrected a limit'), version(1, {})],
      words,
    );
    expect(steps.map((step) => step.words)).toEqual(['corrected a limit', 'saved']);
    expect(steps[0]?.after).not.toBe(steps[0]?.before);
  });

  it('knows when the text was last changed', () => {
    const all = [
      version(3, { body: 'x', pinned: true }),
      version(2, { body: 'x' }),
      version(1, {}),
    ];
    expect(lastEdit(all)).toBe(2);
    expect(lastEdit(all.slice(2))).toBe(0);
  });
});

describe('drafts', () => {
  it('cuts tags at commas of any script', () => {
    expect(splitTags(' retry,重试，支付、 #ci ;retry\n')).toEqual(['retry', '重试', '支付', 'ci']);
  });

  it('finds what differs', () => {
    const base = draftOf(memory(1, { tags: ['a'], title_derived: true }));
    expect(base.title).toBe('');
    expect(changesBetween(base, { ...base, tags: ' a ' })).toEqual({});
    expect(changesBetween(base, { ...base, tags: '', title: ' T ', private: true })).toEqual({
      tags: [],
      title: 'T',
      private: true,
    });
  });
});
