import { expect, it } from 'vitest';
import { emptyDraft } from './drafts';
import { problemOf } from './limits';

const tags = (count: number, length = 1) =>
  Array.from({ length: count }, (_, i) => String(i).padEnd(length, 'x')).join(',');

it.each([
  [{ body: '' }, 'form.body_required', undefined],
  [{ body: ' \n\u3000' }, 'form.body_blank', undefined],
  [{ body: 'a'.repeat(65_536) }, null, undefined],
  [{ body: '字'.repeat(21_846) }, 'form.body_long', { n: 65_538, max: 65_536 }],
  [{ title: '😀'.repeat(200) }, null, undefined],
  [{ title: ` ${'题'.repeat(201)} ` }, 'form.title_long', { n: 201, max: 200 }],
  [{ tags: tags(32, 64) }, null, undefined],
  [{ tags: tags(33) }, 'form.tags_many', { n: 33, max: 32 }],
  [{ tags: 'y'.repeat(65) }, 'form.tag_long', { n: 65, max: 64, tag: `${'y'.repeat(16)}…` }],
])('checks a form, case %#', (fields, text, params) => {
  const found = problemOf({ ...emptyDraft, body: 'x', ...fields });
  expect([found?.text ?? null, found?.params]).toEqual([text, params]);
});
