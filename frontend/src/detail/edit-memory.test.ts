import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { FakeApi, memory, serverError } from '../test/fake-api';
import { renderInApp } from '../test/render-in-app';
import { keptDraft } from './drafts';
import EditMemory from './edit-memory.svelte';
import MemoryBody from './memory-body.svelte';

function edit(api = new FakeApi(1)) {
  const shown = api.memoriesById.get(1) ?? memory(1);
  const view = renderInApp(EditMemory, { memory: shown }, api);
  view.app.editing = 1;
  return view;
}

const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
const type = (value: string) => fireEvent.input(text(), { target: { value } });
const press = (key: string, more = {}) => fireEvent.keyDown(text(), { key, ...more });

describe('saving', () => {
  it('sends only what differs, with the revision it is based on', async () => {
    const { api, app } = edit();
    await type('New text');
    await press('Enter', { ctrlKey: true });
    await waitFor(() => expect(app.editing).toBe(0));
    expect(api.calls).toContainEqual(['change', 1, { body: 'New text', revision: 1 }]);
    expect(app.acts.undoStack.canUndo).toBe(true);
    expect(keptDraft(1)).toBeNull();
  });

  it('sends nothing when nothing differs', async () => {
    const { api, app } = edit();
    await press('Enter', { metaKey: true });
    expect(app.editing).toBe(0);
    expect(api.count('change')).toBe(0);
  });

  it('refuses an empty text', async () => {
    const { api } = edit();
    await type('  ');
    await press('Enter', { ctrlKey: true });
    expect(screen.getByRole('alert').textContent).toBe(
      'There are only spaces. Write something first',
    );
    expect(api.count('change')).toBe(0);
  });

  it('says why it failed and keeps the text', async () => {
    const { api } = edit();
    api.fails.set('change', serverError);
    await type('New text');
    await press('Enter', { ctrlKey: true });
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('still here'));
    expect(text().value).toBe('New text');
  });

  it('leaves the Enter that confirms an input method alone', async () => {
    const { api } = edit();
    await type('新');
    await press('Enter', { ctrlKey: true, isComposing: true });
    await press('Enter', { ctrlKey: true, keyCode: 229 });
    expect(api.count('change')).toBe(0);
  });
});

describe('cancelling', () => {
  it('keeps the draft for the next time', async () => {
    const { app, unmount } = edit();
    await type('Half a thought');
    await press('Escape');
    expect(app.editing).toBe(0);
    unmount();
    edit();
    expect(text().value).toBe('Half a thought');
    await fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
    expect(text().value).toBe('Text of memory 1');
    expect(keptDraft(1)).toBeNull();
  });

  it('says on the memory that there is a draft', async () => {
    const { app, unmount } = edit();
    await type('Half a thought');
    await press('Escape');
    unmount();
    const view = renderInApp(MemoryBody, { memory: memory(1) }, app.api as FakeApi);
    expect(view.container.textContent).toContain('Unsaved draft');
    await fireEvent.click(screen.getByRole('button', { name: 'Continue editing' }));
    expect(view.app.editing).toBe(1);
    view.unmount();
    const other = renderInApp(MemoryBody, { memory: memory(2) });
    expect(other.container.textContent).not.toContain('Unsaved draft');
  });

  it('keeps nothing when nothing differs', async () => {
    edit();
    await press('Escape');
    expect(keptDraft(1)).toBeNull();
  });
});

describe('a conflict', () => {
  async function conflict() {
    const view = edit();
    await type('Mine');
    view.api.memoriesById.set(1, memory(1, { body: 'Theirs', revision: 5 }));
    await press('Enter', { ctrlKey: true });
    expect((await screen.findByRole('alert')).textContent).toContain('Theirs');
    return view;
  }

  it('shows both and stores neither by itself', async () => {
    const { api } = await conflict();
    expect(text().value).toBe('Mine');
    expect(api.memoriesById.get(1)?.body).toBe('Theirs');
  });

  it('keeps mine', async () => {
    const { api } = await conflict();
    await fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(api.memoriesById.get(1)?.body).toBe('Mine'));
  });

  it('takes theirs', async () => {
    const { api, app } = await conflict();
    await fireEvent.click(screen.getByRole('button', { name: 'Take theirs' }));
    expect(app.editing).toBe(0);
    expect(api.memoriesById.get(1)?.body).toBe('Theirs');
    expect(keptDraft(1)).toBeNull();
  });
});
