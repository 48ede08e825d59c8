import { fireEvent, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderInApp } from '../test/render-in-app';
import { nextMorning, stillPaused } from './pause';
import Toast from './toast.svelte';

beforeEach(() => void vi.useFakeTimers());

async function say(undo = true) {
  const { app, container } = renderInApp(Toast, {});
  app.toasts.say('Moved #3 to trash', undo);
  await tick();
  const box = container.querySelector('.toast');
  if (!box) throw new Error('no toast');
  return { app, box };
}

it('is said to screen readers and goes after 8 s', async () => {
  const { app } = await say();
  expect(screen.getByRole('status').textContent).toBe('Moved #3 to trash');
  vi.advanceTimersByTime(7_900);
  expect(app.toasts.current).not.toBeNull();
  vi.advanceTimersByTime(200);
  expect(app.toasts.current).toBeNull();
});

it.each([
  ['pointerEnter', 'pointerLeave'],
  ['focusIn', 'focusOut'],
] as const)('stays from %s to %s', async (enter, leave) => {
  const { app, box } = await say();
  await fireEvent[enter](box);
  vi.advanceTimersByTime(60_000);
  expect(app.toasts.current).not.toBeNull();
  await fireEvent[leave](box);
  vi.advanceTimersByTime(8_100);
  expect(app.toasts.current).toBeNull();
});

it('undoes', async () => {
  const { app } = await say();
  const undo = vi.spyOn(app.acts, 'undo').mockResolvedValue();
  await fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(app.toasts.current).toBeNull();
});

it('says a failure as an alert, without undo', async () => {
  const { app } = renderInApp(Toast, {});
  app.toasts.fail('1 memory is unchanged');
  await tick();
  expect(screen.getByRole('alert').textContent).toBe('1 memory is unchanged');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('a pause ends by itself', () => {
  expect(stillPaused({ paused: true, until: 0 }, 5)).toBe(true);
  expect(stillPaused({ paused: true, until: 6 }, 5)).toBe(true);
  expect(stillPaused({ paused: true, until: 5 }, 5)).toBe(false);
  expect(stillPaused(undefined, 5)).toBe(false);
  const evening = new Date(2026, 10, 30, 23, 30).getTime();
  expect(new Date(nextMorning(evening)).toString()).toContain('Dec 01 2026 00:00');
});
