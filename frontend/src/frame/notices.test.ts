import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { Notice } from '../api/types';
import { FakeApi, serverError } from '../test/fake-api';
import { renderInApp } from '../test/render-in-app';
import Notices from './notices.svelte';

const damaged: Notice = {
  code: 'damaged',
  severity: 'failure',
  at: Date.UTC(2026, 10, 30, 11),
  file: 'memtray.db.damaged-20261130-110000',
  backup: { file: '/backups/x.db', at: Date.UTC(2026, 10, 29, 11), memories: 1284 },
  actions: ['restore', 'dismiss'],
};
const place: Notice = {
  code: 'place',
  severity: 'warning',
  at: 0,
  place: 'Dropbox',
  actions: ['dismiss'],
};

async function show(...notices: Notice[]) {
  const api = new FakeApi();
  api.notices = notices;
  const view = renderInApp(Notices, {}, api);
  await view.app.readStatus();
  return view;
}

it('shows nothing when all is well', async () => {
  await show();
  expect(screen.queryByRole('region')).toBeNull();
});

it('offers the backup of a damaged file before anything else, and restores it', async () => {
  const { api } = await show(place, damaged);
  expect(screen.getByRole('status').textContent).toMatch(
    /damaged.*The backup of 29 Nov 2026.* has 1,284 memories/s,
  );
  await fireEvent.click(screen.getByRole('button', { name: 'Restore the backup' }));
  expect(api.calls.filter(([name]) => name === 'answer')).toEqual([
    ['answer', 'damaged', 'restore'],
  ]);
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch('Dropbox'));
});

it('lets the person go on without the backup', async () => {
  const { api } = await show({ ...damaged, backup: undefined, actions: ['dismiss'] });
  expect(screen.queryByRole('button', { name: 'Restore the backup' })).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'Go on without' }));
  expect(api.calls).toContainEqual(['answer', 'damaged', 'dismiss']);
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

it('says so when the answer did not work, and stays', async () => {
  const { app, api } = await show({
    ...damaged,
    code: 'index',
    backup: undefined,
    actions: ['repair'],
  });
  api.fails.set('answer', serverError);
  await fireEvent.click(screen.getByRole('button', { name: 'Repair' }));
  await waitFor(() => expect(app.toasts.current?.tone).toBe('error'));
  expect(screen.getByRole('button', { name: 'Repair' })).toHaveProperty('disabled', false);
});
