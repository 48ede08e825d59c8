import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api';
import { UndoStack } from './undo-stack.svelte';

function stack() {
  const called: number[] = [];
  let next = 1_000;
  const undo = new UndoStack(async (act) => {
    called.push(act);
    return { act: ++next, restored: [act], kept: [] };
  });
  return { undo, called };
}

describe('UndoStack', () => {
  it('takes acts back, newest first, to any depth', async () => {
    const { undo, called } = stack();
    for (let act = 1; act <= 50; act++) undo.push(act, 1);
    for (let i = 0; i < 50; i++) await undo.undo();
    expect(called).toEqual(Array.from({ length: 50 }, (_, i) => 50 - i));
    expect(await undo.undo()).toBeNull();
  });

  it('redoes by undoing the undo', async () => {
    const { undo, called } = stack();
    undo.push(1, 1);
    await undo.undo();
    await undo.redo();
    await undo.undo();
    expect(called).toEqual([1, 1_001, 1_002]);
    expect(undo.canRedo).toBe(true);
  });

  it('forgets what could be redone when something new is done', async () => {
    const { undo } = stack();
    undo.push(1, 1);
    await undo.undo();
    undo.push(2, 1);
    expect(undo.canRedo).toBe(false);
    expect(await undo.redo()).toBeNull();
  });

  it('ignores an act that changed nothing', () => {
    const { undo } = stack();
    undo.push(0, 0);
    expect(undo.canUndo).toBe(false);
  });

  it('keeps the entry when the call fails', async () => {
    const undo = new UndoStack(() => Promise.reject(new ApiError('busy', 'busy')));
    undo.push(1, 1);
    await expect(undo.undo()).rejects.toThrow('busy');
    expect(undo.canUndo).toBe(true);
  });
});
