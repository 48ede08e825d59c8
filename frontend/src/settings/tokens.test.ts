import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { ApiError } from '../api/api';
import type { TokenDeed } from '../api/types';
import { I18n } from '../i18n/i18n.svelte';
import { FakeApi, token } from '../test/fake-api';
import { renderInApp } from '../test/render-in-app';
import { tellDeed } from './token-story';
import Tokens from './tokens.svelte';

async function show(api = new FakeApi()) {
  const view = renderInApp(Tokens, {}, api);
  await view.app.readClients();
  await view.app.readProjects();
  await screen.findByRole('button', { name: 'New token…' });
  return { ...view, text: () => view.container.textContent ?? '' };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const fill = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('says how it stands, and where', async () => {
  const api = new FakeApi();
  const { app, text } = await show(api);
  expect(text()).toContain('Off until there is a token');
  expect(text()).toContain('http://127.0.0.1:47631/v1/mcp');
  const states = [
    ['off', '', 'Starting…'],
    ['on', '', 'On, for this computer only'],
    ['on', '0.0.0.0', 'On, also for other computers at 0.0.0.0'],
    ['other', '', 'On, in another process of Memtray'],
    ['busy', '', 'Another program has port 47631, so no client is let in'],
  ] as const;
  api.knownTokens = [token(1)];
  for (const [status, listens, want] of states) {
    api.http = { ...api.http, status, listens };
    app['tell']({ type: 'tokens:changed' });
    await waitFor(() => expect(text()).toContain(want));
  }
});

it('makes a token, and shows it once with what to paste', async () => {
  const { api, text } = await show();
  await press('New token…');
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await fill('Name', ' laptop ');
  await choose('Client', 'codex');
  await press('Make token');
  await screen.findByRole('heading', { name: 'Token “laptop”' });
  expect(api.calls).toContainEqual([
    'addToken',
    { name: 'laptop', client: 'codex', access: 'write', projects: [] },
  ]);
  const quotes = () => [...document.querySelectorAll('pre')].map((one) => one.textContent);
  await waitFor(() =>
    expect(quotes()).toEqual([
      'memtray_secret',
      'http://127.0.0.1:47631/v1/mcp Bearer memtray_secret',
    ]),
  );
  expect(text()).toContain('To paste into ~/.codex, where Codex runs');
  await press('Done');
  expect(text()).not.toContain('memtray_secret');
  expect(document.activeElement).toBe(await button('New token…'));
});

it('asks for what is missing, and keeps what was typed when it fails', async () => {
  const { api, text } = await show();
  await press('New token…');
  const tries: [() => unknown, string][] = [
    [() => undefined, 'give it a name'],
    [() => fill('Name', 'ci'), 'choose the client'],
    [() => choose('Client', '*'), 'choose the client'],
    [() => fill('Its id', 'CI bot'), 'a-z, 0-9'],
    [() => fireEvent.click(screen.getByLabelText('Only some')), 'a-z, 0-9'],
    [() => fill('Its id', 'ci-bot'), 'choose a project'],
  ];
  for (const [change, want] of tries) {
    await change();
    await press('Make token');
    expect(screen.getByRole('alert').textContent).toContain(want);
  }
  expect(text()).toContain('It is told nothing of other projects');
  await fireEvent.click(screen.getByLabelText('Read only'));
  await fireEvent.click(screen.getByLabelText('api'));
  api.fails.set('addToken', new ApiError('internal', 'the disk is full'));
  await press('Make token');
  await waitFor(() => expect(text()).toContain('The token was not made: the disk is full'));
  api.fails.clear();
  await press('Make token');
  await screen.findByRole('heading', { name: 'Token “ci”' });
  expect(api.calls.at(-1)?.[0]).not.toBe('addToken'); // the list was read anew
  expect(api.calls.filter(([name]) => name === 'addToken').at(-1)?.[1]).toEqual({
    name: 'ci',
    client: 'ci-bot',
    access: 'read',
    projects: [3],
  });
});

it('leaves the form by Escape', async () => {
  const { api } = await show();
  await press('New token…');
  await fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
  await waitFor(async () => expect(document.activeElement).toBe(await button('New token…')));
  expect(api.count('addToken')).toBe(0);
});

it('revokes after one question, and keeps what was revoked apart', async () => {
  const api = new FakeApi();
  const projects = [{ id: 3, name: 'api' }];
  api.knownTokens = [
    token(2, { name: 'ci', access: 'read', projects, last_at: 1, saved: 1, recalled: 2 }),
    token(1, { name: 'old', revoked_at: 5 }),
  ];
  const { app, text } = await show(api);
  const row = within(await screen.findByRole('list', { name: 'Valid tokens' }));
  expect(row.getByRole('listitem').textContent).toMatch(
    /Reads only api.*Last used.*1 memory saved · 2 recalls/s,
  );
  expect(text()).toContain('1 revoked');
  expect(screen.queryByRole('button', { name: 'Revoke old…' })).toBeNull();
  await press('Revoke ci…');
  expect(api.count('revokeToken')).toBe(0);
  api.fails.set('revokeToken', new ApiError('busy', 'busy'));
  await press('Revoke');
  await waitFor(() => expect(app.toasts.current?.text).toContain('It was not revoked'));
  api.fails.clear();
  await press('Revoke');
  await waitFor(() => expect(app.toasts.current?.text).toBe('“ci” is revoked'));
  await waitFor(() => expect(text()).toContain('2 revoked'));
  expect(document.activeElement?.textContent).toBe('HTTP tokens');
});

it('shows what was done with a token, and goes on following', async () => {
  const api = new FakeApi();
  const known = token(1, { name: 'ci', client: 'claude-desktop' });
  api.knownTokens = [known];
  const { app, text } = await show(api);
  await press('Details of ci');
  await waitFor(() => expect(text()).toContain('Nothing was saved or recalled with it.'));
  expect(text()).toContain('takes no address in its file');
  api.deeds = [deed({ what: 'saved', memory: 7, title: 'Use tabs', count: 1 })];
  api.knownTokens = [{ ...known, saved: 1 }];
  app['tell']({ type: 'memory:changed', ids: [7] });
  const link = await screen.findByRole('link', { name: 'Saved “Use tabs”' });
  expect(link.getAttribute('href')).toBe('#/memories?id=7');
});

it('changes the port, and says why not', async () => {
  const { api, app } = await show();
  const port = screen.getByLabelText<HTMLInputElement>('Port');
  await fireEvent.change(port, { target: { value: '80' } });
  expect(api.count('port')).toBe(0);
  api.fails.set('port', new ApiError('invalid', 'many clients refuse it'));
  await fireEvent.change(port, { target: { value: '6000' } });
  await waitFor(() => expect(app.toasts.current?.text).toContain('many clients refuse it'));
  expect(screen.getByLabelText<HTMLInputElement>('Port').value).toBe('47631');
});

it('can be read again after a failure', async () => {
  const api = new FakeApi();
  api.fails.set('tokens', new ApiError('busy', 'busy'));
  const view = renderInApp(Tokens, {}, api);
  await screen.findByRole('alert');
  api.fails.clear();
  await press('Try again');
  await button('New token…');
  expect(view.container.querySelector('[role=alert]')).toBeNull();
});

function deed(fields: Partial<TokenDeed>): TokenDeed {
  const none = { query: '', memory: 0, title: '', document: '', day: '', count: 0 };
  return { at: 1, what: 'saved', ...none, ...fields };
}

it.each([
  [{ what: 'saved', memory: 4, count: 1 }, 'Saved “#4”'],
  [{ what: 'changed', memory: 4, title: 'A', count: 3 }, 'Changed 3 memories'],
  [{ what: 'trashed', memory: 4, title: 'A', count: 1 }, 'Moved “A” to trash'],
  [{ what: 'searched', query: 'x', count: 0 }, 'Searched for “x”: 0 found'],
  [{ what: 'searched', count: 2 }, 'Listed 2 memories'],
  [{ what: 'told', memory: 4, title: 'A', count: 1 }, 'Was given 1 memory at the start'],
  [{ what: 'changed', document: 'goals', count: 1 }, 'Wrote in the document goals'],
  [{ what: 'trashed', day: '2026-11-30', count: 1 }, 'Deleted a note of 2026-11-30'],
] as [Partial<TokenDeed>, string][])('tells %j', (fields, want) => {
  expect(tellDeed(deed(fields), new I18n('en'))).toBe(want);
});
