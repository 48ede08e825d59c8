import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../api/api';
import type { Client, Preview } from '../api/types';
import { I18n } from '../i18n/i18n.svelte';
import { client, FakeApi } from '../test/fake-api';
import { renderInApp } from '../test/render-in-app';
import ClientDetail from './client-detail.svelte';
import { restartAdvice } from './client-state';

const preview: Preview = {
  file: '/home/someone/.codex/config',
  lines: [{ op: '-', old: 1, new: 0, text: '"memtray": {}' }],
  added: 0,
  removed: 1,
  digest: 'd',
  restart: '',
  no_change: false,
};

async function show(fields: Partial<Client>, api = new FakeApi()) {
  const one = client('codex', fields);
  api.known = [one];
  const view = renderInApp(ClientDetail, { client: one }, api);
  await view.app.readClients();
  await view.app.readStatus();
  return { ...view, text: () => view.container.textContent ?? '' };
}

const button = (name: string) => screen.findByRole('button', { name });
const says = (api: FakeApi, name: string) => api.calls.filter(([called]) => called === name);

it('shows what removing would change only when asked, for a client that is registered', async () => {
  const api = new FakeApi();
  vi.spyOn(api, 'preview').mockImplementation(async (_, _part, action) =>
    action === 'add' ? { ...preview, no_change: true } : preview,
  );
  await show({ status: 'registered' }, api);
  const ask = await button('Remove…');
  expect(screen.queryByText('What will change')).toBeNull();
  await fireEvent.click(ask);
  expect(screen.getByText('What will change')).toBeTruthy();
  await fireEvent.click(await button('Remove'));
  await waitFor(() =>
    expect(says(api, 'register')).toEqual([['register', 'codex', 'server', 'remove', 'd']]),
  );
});

it('leaves alone what is not from Memtray', async () => {
  const api = new FakeApi();
  const { text } = await show({ status: 'elsewhere', foreign: true }, api);
  await waitFor(() => expect(text()).toContain('not from Memtray, so it is left alone'));
  expect(api.count('preview')).toBe(0);
  expect(await button('Look again')).toBeTruthy();
});

it('offers to bring an older entry of ours up to date', async () => {
  const { text } = await show({ status: 'elsewhere' });
  expect(await button('Update entry')).toBeTruthy();
  expect(text()).toContain('Older entry');
});

it('says why a change could not be worked out', async () => {
  const api = new FakeApi();
  api.fails.set('preview', new ApiError('invalid', 'line 3 is odd', 400));
  const { text } = await show({}, api);
  await waitFor(() => expect(text()).toContain('could not be worked out: line 3 is odd'));
});

it('names the client that owns the entry of a shared file', async () => {
  const api = new FakeApi();
  const { text } = await show({ status: 'registered', through: 'zoo' }, api);
  expect(text()).toContain('Zoo Code reads the same file');
  expect(api.count('preview')).toBe(0);
});

it('undoes a registration by its message', async () => {
  const api = new FakeApi();
  const { app } = await show({}, api);
  await fireEvent.click(await button('Register'));
  await waitFor(() => expect(app.toasts.current?.text).toBe('Codex is registered'));
  app.undo();
  await waitFor(() => expect(api.count('undoClient')).toBe(1));
  await waitFor(() =>
    expect(app.toasts.current?.text).toBe('The file of Codex is as it was before'),
  );
});

it('undoes the last change later on too', async () => {
  const api = new FakeApi();
  const { app } = await show({ status: 'registered' }, api);
  api.fails.set('undoClient', new ApiError('conflict', 'it was changed since', 409));
  await fireEvent.click(await button('Undo the last change'));
  await waitFor(() =>
    expect(app.toasts.current?.text).toBe('The file is unchanged: it was changed since'),
  );
});

it('installs the program before it registers anything', async () => {
  const api = new FakeApi();
  api.program = { ...api.program, problem: 'in a temporary folder', installed: false };
  const { text } = await show({}, api);
  await waitFor(() => expect(text()).toContain('which will not stay there'));
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
  await fireEvent.click(await button('Install'));
  expect(await button('Register')).toBeTruthy();
});

it('shows the change of an extra before it is made', async () => {
  const api = new FakeApi();
  const extra = {
    part: 'hook',
    status: 'not_registered',
    file: '/home/someone/.codex/hooks',
  } as const;
  const more = { foreign: false, verified: 'lab', problem: '' } as const;
  const { app } = await show({ status: 'registered', extras: [{ ...extra, ...more }] }, api);
  await fireEvent.click(screen.getByRole('switch', { name: 'Give context at session start' }));
  const turnOn = await button('Turn on');
  expect(says(api, 'preview').at(-1)).toEqual(['preview', 'codex', 'hook', 'add']);
  expect(api.count('register')).toBe(0);
  await fireEvent.click(turnOn);
  await waitFor(() => expect(app.clients[0]?.extras[0]?.status).toBe('registered'));
  expect(app.toasts.current?.text).toBe('Give context at session start: on for Codex');
});

it('does not offer an extra without the entry', async () => {
  const more = { foreign: false, verified: 'lab', problem: '' } as const;
  await show({ extras: [{ part: 'allow', status: 'not_registered', file: '/x', ...more }] });
  const off = screen.getByRole<HTMLButtonElement>('switch');
  expect(off.disabled).toBe(true);
  expect(off.title).toBe('Register Codex first');
});

it('sets trust, also in a project, and the hourly limit', async () => {
  const api = new FakeApi();
  const own = [{ project_id: 3, project: 'api', trust: 'read' as const }];
  const { text } = await show({ projects: own, hourly_limit: 5 }, api);
  await fireEvent.click(screen.getByRole('radio', { name: 'Read only' }));
  const select = screen.getByRole('combobox', { name: 'In api' });
  await fireEvent.change(select, { target: { value: '' } });
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Memories an hour' });
  expect(field.value).toBe('5');
  await fireEvent.change(field, { target: { value: '' } });
  await waitFor(() => expect(api.count('limit')).toBe(1));
  expect(says(api, 'trust')).toEqual([
    ['trust', 'codex', 'read', 0],
    ['trust', 'codex', '', 3],
  ]);
  expect(says(api, 'limit')).toEqual([['limit', 'codex', null]]);
  expect(text()).toContain('What it saves counts at once');
});

it('shows what is so when a change of trust fails', async () => {
  const api = new FakeApi();
  api.fails.set('trust', new ApiError('busy', 'locked', 503));
  const { app } = await show({}, api);
  await fireEvent.click(screen.getByRole('radio', { name: 'Paused' }));
  await waitFor(() => expect(app.toasts.current?.text).toContain('It was not changed'));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Save' }).checked).toBe(true);
});

it('says why nothing arrives, in words of the page, and what it does not know as it came', async () => {
  const api = new FakeApi();
  api.findings = [
    { code: 'gone', weight: 'wrong', values: { program: '/home/someone/x' }, text: '', advice: '' },
    {
      code: 'trust_project',
      weight: 'warning',
      values: { project: 'api', trust: 'read' },
      text: '',
      advice: '',
    },
    { code: 'of-tomorrow', weight: 'warning', values: {}, text: 'it is odd', advice: 'look at it' },
  ];
  const { container, text } = await show({ status: 'registered', last_at: 5 }, api);
  expect(api.count('diagnosis')).toBe(0);
  const details = [...container.querySelectorAll('details')];
  const why = details.find((one) => one.textContent?.includes('Why nothing arrives'));
  if (!why) throw new Error('there is no diagnosis');
  why.open = true;
  await fireEvent(why, new Event('toggle'));
  await waitFor(() => expect(text()).toContain('The program ~/x that the client starts is gone'));
  expect(text()).toContain('In project api its trust is: Read only.');
  expect(text()).toContain('it is odd: look at it');
  expect(text()).not.toContain('Nothing is wrong');
});

it('writes a plugin folder only when asked', async () => {
  const api = new FakeApi();
  const { container, text } = await show({}, api);
  const ways = [...container.querySelectorAll('details')].at(-1);
  if (!ways) throw new Error('there are no other ways');
  ways.open = true;
  await fireEvent(ways, new Event('toggle'));
  await waitFor(() => expect(text()).toContain('{"memtray": {}}'));
  expect(api.count('plugin')).toBe(0);
  await fireEvent.click(await button('Write the plugin folder'));
  await waitFor(() => expect(text()).toContain('codex install'));
});

it('gives advice on restarting per client and language', () => {
  const zh = new I18n('zh-CN');
  expect(restartAdvice(client('claude-code'), zh)).toContain('/mcp');
  expect(restartAdvice(client('somebody', { name: 'Somebody' }), zh)).toBe(
    'Somebody 下次启动时读取这个文件。',
  );
  expect(restartAdvice(client('claude-code'), new I18n('en'))).toContain('run /mcp to reconnect');
});
