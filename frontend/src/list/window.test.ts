import { describe, expect, it } from 'vitest';
import { clampHeight, drawnRows, MOST_ROWS, ROW, scrollToShow, visibleSpan } from './window';

describe('visibleSpan', () => {
  it.each([
    [0, 560, 0],
    [0, 560, 3],
    [0, 560, 10_000],
    [300_000, 560, 10_000],
    [10_000 * ROW, 560, 10_000],
    [5_000, 560, 4], // the list became shorter than the scroll position
    [0, 280_000, 5_000], // before the style sheet applies
  ])('at %d, %d high, of %d', (scrollTop, height, total) => {
    const { start, end } = visibleSpan(scrollTop, height, total);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeLessThanOrEqual(total);
    expect(end - start).toBeLessThanOrEqual(MOST_ROWS);
    if (total > 0) expect(end).toBeGreaterThanOrEqual(start);
  });

  it('covers what is in view', () => {
    const { start, end } = visibleSpan(100 * ROW + 10, 10 * ROW, 1_000);
    expect(start).toBeLessThanOrEqual(100);
    expect(end).toBeGreaterThanOrEqual(111);
  });
});

describe('drawnRows', () => {
  it('always has the cursor', () => {
    expect(drawnRows({ start: 10, end: 13 }, 2, 100)).toEqual([2, 10, 11, 12]);
    expect(drawnRows({ start: 10, end: 13 }, 11, 100)).toEqual([10, 11, 12]);
    expect(drawnRows({ start: 10, end: 13 }, 99, 100)).toEqual([10, 11, 12, 99]);
    expect(drawnRows({ start: 0, end: 0 }, -1, 0)).toEqual([]);
    expect(drawnRows({ start: 0, end: 2 }, 5, 2)).toEqual([0, 1]);
  });
});

describe('scrollToShow', () => {
  it('moves no more than it takes', () => {
    expect(scrollToShow(3, 0, 10 * ROW)).toBe(0);
    expect(scrollToShow(10, 0, 10 * ROW)).toBe(ROW);
    expect(scrollToShow(2, 5 * ROW, 10 * ROW)).toBe(2 * ROW);
  });
});

it('clampHeight never exceeds the window', () => {
  expect(clampHeight(280_000, 800)).toBe(800);
  expect(clampHeight(500, 800)).toBe(500);
  expect(clampHeight(Infinity, 800)).toBe(800);
});
