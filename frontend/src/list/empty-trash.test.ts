import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { FakeApi, memory } from '../test/fake-api';
import { renderInApp } from '../test/render-in-app';
import EmptyTrash from './empty-trash.svelte';

async function open(trashed: number) {
  const api = new FakeApi(trashed + 1);
  for (let id = 1; id <= trashed; id++) api.memoriesById.set(id, memory(id, { state: 'trashed' }));
  const { app } = renderInApp(EmptyTrash, {}, api);
  await app.readStatus();
  await fireEvent.click(screen.getByRole('button', { name: 'Empty trash…' }));
  return { api, app };
}

const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete for good' });
const type = (value: string) => fireEvent.input(screen.getByRole('textbox'), { target: { value } });

it('deletes only after the count was typed', async () => {
  const { api, app } = await open(1234);
  expect(screen.getByText('Delete 1,234 memories for good?')).toBeTruthy();
  for (const wrong of ['', '123', '12345', 'all']) {
    await type(wrong);
    expect(confirm().disabled).toBe(true);
  }
  await fireEvent.submit(screen.getByRole('dialog').firstElementChild as Element);
  expect(api.count('emptyTrash')).toBe(0);
  for (const right of ['1234', '1,234', '１２３４']) {
    await type(right);
    expect(confirm().disabled).toBe(false);
  }
  await fireEvent.click(confirm());
  await waitFor(() => expect(api.memoriesById.size).toBe(1));
  await waitFor(() => expect(app.toasts.current?.text).toBe('1,234 memories deleted for good'));
});

it('asks anew when the trash changed meanwhile', async () => {
  const { api } = await open(2);
  api.memoriesById.set(3, memory(3, { state: 'trashed' }));
  await type('2');
  await fireEvent.click(confirm());
  expect((await screen.findByRole('alert')).textContent).toContain('the trash holds 3 now');
  expect(api.memoriesById.size).toBe(3);
  expect(screen.getByText('Delete 3 memories for good?')).toBeTruthy();
  expect(confirm().disabled).toBe(true);
});
