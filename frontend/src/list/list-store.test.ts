import { describe, expect, it } from 'vitest';
import type { ApiError } from '../api/api';
import { everything, FakeApi, memory, serverError } from '../test/fake-api';
import { ListStore, PAGE } from './list-store.svelte';

async function loaded(count: number) {
  const api = new FakeApi(count);
  const errors: ApiError[] = [];
  const list = new ListStore(api, (error) => errors.push(error));
  await list.load(everything);
  return { api, list, errors };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const ids = (list: ListStore) => list.rows.map((row) => row?.id);

describe('loading', () => {
  it('reads the first page and knows the total', async () => {
    const { list } = await loaded(250);
    expect(list.total).toBe(250);
    expect(list.rows[0]?.id).toBe(250);
    expect(list.rows[PAGE]).toBeUndefined();
    expect(list.cursor).toBe(0);
  });

  it('reads a page when it comes into view, once', async () => {
    const { api, list } = await loaded(250);
    list.show({ start: 190, end: 205 });
    list.show({ start: 191, end: 206 });
    await settled();
    expect(list.rows[195]?.id).toBe(55);
    list.show({ start: 190, end: 206 });
    expect(api.count('memories')).toBe(3);
  });

  it('drops the answer to an earlier question', async () => {
    const api = new FakeApi(3);
    const list = new ListStore(api);
    const slow = list.load(everything);
    const quick = list.load({ ...everything, q: 'Memory 2' });
    await Promise.all([slow, quick]);
    expect(ids(list)).toEqual([2]);
  });

  it('is empty without memories', async () => {
    const { list } = await loaded(0);
    expect([list.phase, list.total, list.cursor]).toEqual(['ready', 0, -1]);
  });

  it('says when the backend is broken, and recovers', async () => {
    const api = new FakeApi(2);
    api.fails.set('memories', serverError);
    const list = new ListStore(api);
    await list.load(everything);
    expect([list.phase, list.error?.code]).toEqual(['error', 'internal']);
    api.fails.clear();
    await list.reload();
    expect([list.phase, list.error]).toEqual(['ready', null]);
  });

  it('tells of a page that could not be read', async () => {
    const { api, list, errors } = await loaded(250);
    api.fails.set('memories', serverError);
    list.show({ start: 150, end: 160 });
    await settled();
    expect(errors).toEqual([serverError]);
    expect(list.phase).toBe('ready');
  });
});

describe('cursor and selection', () => {
  it('stays within the list', async () => {
    const { list } = await loaded(3);
    list.move(-5);
    expect(list.cursor).toBe(0);
    list.move(50);
    expect(list.cursor).toBe(2);
  });

  it('extends to and fro from where it began', async () => {
    const { list } = await loaded(5);
    list.move(1);
    list.move(1, true);
    list.move(1, true);
    expect([...list.selected].sort()).toEqual([2, 3, 4]);
    list.move(-1, true);
    expect([...list.selected].sort()).toEqual([3, 4]);
  });

  it('selects all of the query, also what is not read', async () => {
    const { list } = await loaded(750);
    expect(await list.selectAll(10_000)).toBe(true);
    expect(list.selected.size).toBe(750);
    expect(await list.selectAll(700)).toBe(false);
  });
});

describe('removing', () => {
  it('puts the cursor on the next row, at the end on the one before', async () => {
    const { list } = await loaded(3);
    list.move(1);
    list.remove([2]);
    expect([list.current?.id, list.total]).toEqual([1, 2]);
    list.remove([1]);
    expect(list.current?.id).toBe(3);
    list.remove([3]);
    expect([list.cursor, list.total]).toEqual([-1, 0]);
  });

  it('gives rows back where they were', async () => {
    const { list } = await loaded(6);
    list.move(2);
    list.toggle();
    const before = ids(list);
    const giveBack = list.remove([6, 4, 3]);
    expect(ids(list)).toEqual([5, 2, 1]);
    giveBack();
    expect(ids(list)).toEqual(before);
    expect([list.cursor, [...list.selected]]).toEqual([2, [4]]);
  });
});

describe('changes elsewhere', () => {
  it('counts new memories and shifts nothing while somebody reads', async () => {
    const { api, list } = await loaded(5);
    list.move(1);
    api.memoriesById.set(6, memory(6));
    api.memoriesById.set(7, memory(7));
    await list.changed([6, 7]);
    expect([list.fresh, list.total, list.rows[0]?.id]).toEqual([2, 5, 5]);
  });

  it('lets them in while nobody does', async () => {
    const { api, list } = await loaded(5);
    api.memoriesById.set(6, memory(6));
    await list.changed([6]);
    expect([list.fresh, list.total, list.rows[0]?.id]).toEqual([0, 6, 6]);
    expect(list.current?.id).toBe(5);
  });

  it('shows an edit in place', async () => {
    const { api, list } = await loaded(3);
    api.memoriesById.set(2, memory(2, { title: 'Edited' }));
    await list.changed([2]);
    expect(list.rows[1]?.title).toBe('Edited');
  });

  it('takes out what was trashed', async () => {
    const { api, list } = await loaded(3);
    api.memoriesById.set(2, memory(2, { state: 'trashed' }));
    await list.changed([2]);
    expect(ids(list)).toEqual([3, 1]);
  });

  it('keeps the rows in view in their place when much changed', async () => {
    const { api, list } = await loaded(300);
    list.move(1);
    list.show({ start: 0, end: 20 });
    api.memoriesById.set(301, memory(301));
    await list.changed([]);
    await settled();
    expect([list.fresh, list.rows[0]?.id, list.total]).toEqual([1, 300, 300]);
  });

  it('fills an empty list at once', async () => {
    const { api, list } = await loaded(0);
    api.memoriesById.set(1, memory(1));
    await list.changed([1]);
    expect(ids(list)).toEqual([1]);
  });
});
