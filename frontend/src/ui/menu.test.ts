import { expect, it } from 'vitest';
import { nextItem, placeMenu } from './menu';

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 0, null],
])('%s at %d goes to %s', (key, at, want) => {
  expect(nextItem(key, at, 3)).toBe(want);
  expect(nextItem(key, 0, 0)).toBeNull();
});

it('stays inside the window', () => {
  const view = { width: 360, height: 800 };
  const button = { left: 320, bottom: 780, top: 752 } as DOMRect;
  const at = placeMenu(button, { width: 200, height: 300 }, view);
  expect(at.left + 200).toBeLessThanOrEqual(360);
  expect(at.top + 300).toBeLessThanOrEqual(752);
});
