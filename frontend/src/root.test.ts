import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from './api/api';
import { App } from './app/app.svelte';
import { MOST_ROWS } from './list/window';
import Root from './root.svelte';
import { client, FakeApi, memory, serverError } from './test/fake-api';

async function open(api: FakeApi, hash = '#/memories') {
  window.history.replaceState(null, '', hash);
  const app = new App(api);
  render(Root, { props: { app } });
  await waitFor(() => expect(app.status ?? app.statusError).not.toBeNull());
  return app;
}

const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });
const rows = () => screen.queryAllByRole('option');
const firstRow = () => rows()[0]?.textContent ?? '';
const messages = () => screen.getAllByRole('status').map((one) => one.textContent);

beforeEach(() => {
  document.documentElement.lang = '';
});

describe('the list', () => {
  it('never draws more rows than fit, and says how many there are', async () => {
    await open(new FakeApi(1284));
    await waitFor(() => expect(rows().length).toBeGreaterThan(5));
    expect(rows().length).toBeLessThanOrEqual(MOST_ROWS);
    const list = screen.getByRole('listbox');
    expect(list.getAttribute('aria-activedescendant')).toBe('row-0');
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('1284');
    await press('End');
    await waitFor(() => expect(document.getElementById('row-1283')).not.toBeNull());
    expect(rows().length).toBeLessThanOrEqual(MOST_ROWS + 1);
  });

  it('trashes at once, goes to the next and undoes', async () => {
    const api = new FakeApi(3);
    const app = await open(api);
    await waitFor(() => expect(rows().length).toBe(3));
    await press('#');
    expect(firstRow()).toContain('Memory 2');
    expect(app.list.current?.id).toBe(2);
    await waitFor(() => expect(messages()).toContain('Moved #3 to trash'));
    expect(api.memoriesById.get(3)?.state).toBe('trashed');
    await press('z');
    await waitFor(() => expect(rows().length).toBe(3));
    await press('Z', { shiftKey: true });
    await waitFor(() => expect(rows().length).toBe(2));
  });

  it('gives the row back and says why when it fails', async () => {
    const api = new FakeApi(3);
    await open(api);
    await waitFor(() => expect(rows().length).toBe(3));
    api.fails.set('act', serverError);
    await press('Delete');
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain('1 memory is unchanged'),
    );
    expect(rows().length).toBe(3);
  });

  it('acts on the selection', async () => {
    const api = new FakeApi(5);
    await open(api);
    await waitFor(() => expect(rows().length).toBe(5));
    await press('x');
    await press('j');
    await press('j');
    await press(' ');
    expect(screen.getByRole('toolbar', { name: /2 selected memories/ })).toBeTruthy();
    await press('#');
    await waitFor(() => expect(messages()).toContain('2 memories moved to trash'));
    expect(rows().length).toBe(3);
  });

  it('keeps, and goes to the next', async () => {
    const api = new FakeApi(3);
    const app = await open(api);
    await waitFor(() => expect(rows().length).toBe(3));
    await press('e');
    expect(app.list.current?.id).toBe(2);
    await waitFor(() => expect(api.memoriesById.get(3)?.reviewed_at).toBeGreaterThan(0));
  });
});

describe('empty and broken', () => {
  it('leads to the first memory', async () => {
    const api = new FakeApi(0);
    await open(api);
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'No memories yet' })).toBeTruthy(),
    );
    await fireEvent.click(await screen.findByRole('button', { name: 'Connect Codex' }));
    expect(await screen.findByText('"memtray": {}')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Register' }));
    await waitFor(() => expect(messages().join()).toContain('Codex is registered'));
    expect(api.calls).toContainEqual(['register', 'codex', 'server', 'add', 'd1']);
  });

  it('says what failed, where the file is, and tries again', async () => {
    const api = new FakeApi(2);
    api.fails.set('memories', serverError);
    await open(api);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Nothing is lost');
    expect(alert.textContent).toContain('memtray.db');
    api.fails.clear();
    await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows().length).toBe(2));
  });

  it('says in the first step that a file cannot be read, and leads to it', async () => {
    const api = new FakeApi(0);
    api.known = [client('codex', { status: 'broken', problem: 'line 14: no value' })];
    await open(api);
    expect((await screen.findByText('The file of Codex cannot be read.')).textContent).toBeTruthy();
    const link = screen.getByRole('link', { name: 'See why' });
    expect(link.getAttribute('href')).toBe('#/clients?id=codex');
  });

  it('without a valid token shows why, and nothing else', async () => {
    const api = new FakeApi(2);
    const refused = new ApiError('unauthorized', 'no token', 401);
    for (const call of ['status', 'memories', 'clients', 'projects', 'events'] as const)
      api.fails.set(call, refused);
    await open(api);
    expect((await screen.findByRole('alert')).textContent).toContain('no valid token');
    for (const role of ['navigation', 'searchbox', 'status', 'contentinfo'])
      expect(screen.queryAllByRole(role), role).toEqual([]);
    api.fails.clear();
    await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows().length).toBe(2));
  });

  it('names the filters that match none and clears them', async () => {
    await open(new FakeApi(2), '#/memories?q=zzz&kind=gotcha');
    expect((await screen.findByText(/No memory has all of/)).textContent).toContain('Kind: Gotcha');
    await fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(rows().length).toBe(2));
    expect(window.location.hash.startsWith('#/memories')).toBe(true);
    expect(window.location.hash).not.toContain('kind');
  });
});

describe('views', () => {
  it('goes to the trash by keys and restores', async () => {
    const api = new FakeApi(2);
    api.memoriesById.set(1, memory(1, { state: 'trashed' }));
    await open(api);
    await press('g');
    await press('t');
    await waitFor(() => expect(firstRow()).toContain('Memory 1'));
    await fireEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(api.memoriesById.get(1)?.state).toBe('active'));
  });

  it('shows a broken client file with its problem and offers no change', async () => {
    const api = new FakeApi(1);
    api.known = [client('codex', { status: 'broken', problem: 'line 14: no value' })];
    await open(api, '#/clients?id=codex');
    expect((await screen.findAllByText('line 14: no value')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
    expect(api.count('preview')).toBe(0);
  });

  it('changes the language of the whole page', async () => {
    await open(new FakeApi(1), '#/settings');
    await fireEvent.click(await screen.findByLabelText('简体中文'));
    await waitFor(() => expect(document.documentElement.lang).toBe('zh-CN'));
    expect(screen.getByRole('link', { name: /记忆/ })).toBeTruthy();
  });
});
