import { screen, waitFor } from '@testing-library/svelte';
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

function show(fields: Partial<Client>) {
  const api = new FakeApi();
  const one = client('codex', fields);
  return { api, open: () => renderInApp(ClientDetail, { client: one }, api) };
}

it('folds what Remove would change for a client that is registered', async () => {
  const { api, open } = show({ status: 'registered' });
  vi.spyOn(api, 'preview').mockImplementation(async (_, action?: string) =>
    action === 'add' ? { ...preview, no_change: true } : preview,
  );
  const { container } = open();
  expect(await screen.findByText('What Remove would change')).toBeTruthy();
  expect(container.querySelector('details')?.open).toBe(false);
  expect(screen.getByRole('button', { name: 'Remove' })).toBeTruthy();
  expect(screen.queryByText('What will change')).toBeNull();
});

it('says that registering replaces a foreign entry only when it can', async () => {
  const { api, open } = show({ status: 'elsewhere' });
  const { container, unmount } = open();
  await waitFor(() => expect(container.textContent).toContain('Registering replaces it.'));
  unmount();
  api.fails.set('preview', new ApiError('conflict', 'somebody else wrote it', 409));
  expect((await refused(open)).textContent).not.toMatch(/Registering replaces|another command/);
});

async function refused(open: () => { container: HTMLElement }): Promise<HTMLElement> {
  const { container } = open();
  await waitFor(() => expect(container.textContent).toContain('somebody else wrote it'));
  return container;
}

it('gives advice on restarting per client and language', () => {
  const zh = new I18n('zh-CN');
  expect(restartAdvice(client('claude-code'), zh)).toContain('/mcp');
  expect(restartAdvice(client('codex'), zh)).toBe('Codex 下次启动时读取这个文件。');
  expect(restartAdvice(client('claude-code'), new I18n('en'))).toContain('run /mcp to reconnect');
});

it('names clients that the backend does not know', () => {
  const { app } = show({}).open();
  expect(['gemini', 'opencode', 'somebody', ''].map(app.clientName)).toEqual([
    'Gemini CLI',
    'opencode',
    'somebody',
    'You',
  ]);
});
