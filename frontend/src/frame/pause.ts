import type { Saving } from '../api/types';

/** Reports whether saving is paused at a time; a pause with an end is over then. */
export function stillPaused(saving: Saving | undefined, now: number): boolean {
  if (!saving?.paused) return false;
  return saving.until === 0 || saving.until > now;
}

/** The next local midnight: what "until tomorrow" means. */
export function nextMorning(now: number): number {
  const day = new Date(now);
  day.setHours(24, 0, 0, 0);
  return day.getTime();
}
