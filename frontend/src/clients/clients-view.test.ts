import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { ApiError } from '../api/api';
import { caller, client, FakeApi } from '../test/fake-api';
import { renderInApp } from '../test/render-in-app';
import { dueFor, grouped, shortPath } from './client-state';
import ClientsView from './clients-view.svelte';

const three = () => [
  client('claude-code', { status: 'registered', connected: 1, last_at: 9 }),
  client('codex'),
  client('kiro', {
    name: 'Kiro',
    status: 'not_installed',
    installed: false,
    verified: 'third-party',
  }),
];

async function show(known = three(), api = new FakeApi()) {
  window.history.replaceState(null, '', '#/clients');
  api.known = known;
  const view = renderInApp(ClientsView, {}, api);
  await waitFor(() => expect(view.app.clients.length).toBe(known.length));
  return { ...view, text: () => view.container.textContent ?? '' };
}

const options = () => screen.getAllByRole('option').map((one) => one.id);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

it('groups clients, running ones first and those that are not here last', () => {
  const idle = client('codex', { status: 'elsewhere' });
  const all = [client('kiro', { status: 'not_installed' }), idle, ...three().slice(0, 1)];
  const groups = grouped(all, [caller('a', { last_at: 1 }), caller('b', { last_at: 2 })]);
  expect(groups.found.map(({ id }) => id)).toEqual(['claude-code', 'codex']);
  expect(groups.others.map(({ id }) => id)).toEqual(['b', 'a']);
  expect(groups.rest.map(({ id }) => id)).toEqual(['kiro']);
});

it('tells what can be done for all', () => {
  const foreign = client('zed', { status: 'elsewhere', foreign: true });
  const hook = { part: 'hook', status: 'registered', file: '', foreign: false } as const;
  const due = dueFor([
    client('codex'),
    client('gemini', { status: 'missing' }),
    client('cursor', { status: 'elsewhere' }),
    client('kiro', {
      status: 'not_installed',
      extras: [{ ...hook, verified: 'lab', problem: '' }],
    }),
    foreign,
  ]);
  const ids = (list: { id: string }[]) => list.map(({ id }) => id).join();
  expect([ids(due.register), ids(due.repair), ids(due.remove)]).toEqual([
    'codex',
    'gemini,cursor',
    'gemini,cursor,kiro',
  ]);
});

it('folds those that were not found, and marks what is not verified', async () => {
  await show();
  await waitFor(() => expect(options()).toEqual(['client-claude-code', 'client-codex']));
  await fireEvent.click(await button('1 more that was not found here'));
  expect(options()).toContain('client-kiro');
  expect(screen.getByRole('option', { name: /Kiro/ }).textContent).toContain('not verified');
});

it('moves by keys over all groups', async () => {
  const api = new FakeApi();
  api.others = [caller('night-shift', { last_at: 3 })];
  const { app, text } = await show(three(), api);
  const list = screen.getByRole('listbox');
  await fireEvent.keyDown(list, { key: 'End' });
  expect(app.route.id).toBe('night-shift');
  await waitFor(() => expect(text()).toContain('not among those that Memtray can write'));
  await fireEvent.keyDown(list, { key: 'k' });
  expect(app.route.id).toBe('codex');
  expect(list.getAttribute('aria-activedescendant')).toBe('client-codex');
});

it('shows every client where none was found', async () => {
  const { text } = await show(three().slice(2));
  await waitFor(() => expect(text()).toContain('No client was found on this computer'));
  expect(options()).toEqual(['client-kiro']);
});

it('registers all only after it listed what will change', async () => {
  const api = new FakeApi();
  const known = [client('codex'), client('claude-code', { status: 'missing' })];
  const { app } = await show(known, api);
  await fireEvent.click(await button('Register 1, repair 1…'));
  expect(document.activeElement?.textContent).toBe('Register 1, repair 1');
  const write = await button('Change 2 files');
  expect(api.count('register')).toBe(0);
  await fireEvent.click(write);
  await waitFor(() => expect(app.toasts.current?.text).toBe('2 clients registered'));
  expect(api.count('register')).toBe(2);
  expect(app.clients.every(({ status }) => status === 'registered')).toBe(true);
});

it('says which client was left as it is, and keeps the list', async () => {
  const api = new FakeApi();
  const { app, text } = await show([client('codex')], api);
  await fireEvent.click(await button('Register 1…'));
  const write = await button('Change 1 file');
  api.fails.set('register', new ApiError('conflict', 'it changed', 409));
  await fireEvent.click(write);
  await waitFor(() => expect(text()).toContain('Left as it is: it changed'));
  await waitFor(() => expect(app.toasts.current?.text).toBe('0 done; 1 was left as it is'));
});

it('removes all, and leaves by Escape', async () => {
  const api = new FakeApi();
  const { app } = await show([client('codex', { status: 'registered' })], api);
  const open = async () => {
    await fireEvent.click(await button('Repair all, remove all'));
    await fireEvent.click(
      await screen.findByRole('menuitem', { name: 'Remove all…', hidden: true }),
    );
  };
  await open();
  expect(await button('Remove from 1')).toBeTruthy();
  await fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('button', { name: 'Remove from 1' })).toBeNull();
  expect(api.count('removeAll')).toBe(0);
  await open();
  await fireEvent.click(await button('Remove from 1'));
  await waitFor(() => expect(app.toasts.current?.text).toBe('Removed from 1 client'));
  expect(api.calls).toContainEqual(['removeAll', 'codex', 'all']);
});

it.each([
  ['/home/ann/.codex/config.toml', '~/.codex/config.toml'],
  ['C:\\Users\\ann\\.codex', '~\\.codex'],
  ['/opt/x', '/opt/x'],
])('writes %s as %s', (path, want) => expect(shortPath(path)).toBe(want));
