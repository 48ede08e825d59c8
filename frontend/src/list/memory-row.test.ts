import { screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { memory } from '../test/fake-api';
import { renderInApp } from '../test/render-in-app';
import MemoryRow from './memory-row.svelte';
import { toRow } from './rows';

function show(fields: Parameters<typeof memory>[1], more = {}) {
  const props = { row: toRow(memory(1, fields)), index: 4, total: 1284, marks: ['jitter'] };
  renderInApp(MemoryRow, { ...props, cursor: false, selected: false, ...more });
  return screen.getByRole('option');
}

it('says what a memory is, in words', () => {
  const row = show({ kind: 'gotcha', title: 'Retry with jitter', pinned: true, client: '' });
  for (const word of ['Gotcha', 'api', 'You', 'Pinned', 'New', '0×'])
    expect(row.textContent).toContain(word);
  expect(row.querySelector('mark')?.textContent).toBe('jitter');
  expect(row.querySelector('.u [title]')?.getAttribute('title')).toBe('used 0 times');
  expect(row.getAttribute('aria-setsize')).toBe('1284');
  expect(row.getAttribute('aria-posinset')).toBe('5');
  expect(row.getAttribute('aria-selected')).toBe('false');
});

it('shows no uses for a private memory and marks a held one', () => {
  const row = show({ private: true, state: 'pending' });
  expect(row.textContent).toContain('Private');
  expect(row.textContent).toContain('Held');
  expect(row.textContent).not.toContain('×');
});

it('names the reserved projects in the language of the page', () => {
  expect(show({ project_id: 2, project: 'global' }).textContent).toContain('Global');
});

it('announces the language of a title in another one', () => {
  const row = show({ title: '订单状态机' });
  expect(row.querySelector('.t')?.getAttribute('lang')).toBe('zh-CN');
});

it('shows markup as text', () => {
  const row = show({ title: '<b>bold</b><img src=x>' });
  expect(row.querySelector('b, img')).toBeNull();
  expect(row.textContent).toContain('<b>bold</b>');
});

it('shows a tick when it is selected', () => {
  const row = show({}, { selected: true });
  expect(row.querySelector('.tick.on')).not.toBeNull();
  expect(row.getAttribute('aria-selected')).toBe('true');
});

it('is a placeholder until its row is read', () => {
  const row = show({}, { row: undefined });
  expect(row.getAttribute('aria-busy')).toBe('true');
  expect(row.textContent).toContain('Loading');
});
