import { describe, expect, it } from 'vitest';
import { diffLists } from './list-diff';

const told = (a: string, b: string) =>
  diffLists([...a], [...b]).map(({ op, items }) => `${op} ${items.join('')}`);

it.each([
  ['', '', []],
  ['abc', 'abc', ['same abc']],
  ['', 'ab', ['add ab']],
  ['ab', '', ['cut ab']],
  ['abc', 'axc', ['same a', 'cut b', 'add x', 'same c']],
  ['abcd', 'xy', ['cut abcd', 'add xy']],
  ['20 s.', '30 s, so.', ['cut 2', 'add 3', 'same 0 s', 'add , so', 'same .']],
])('%j to %j', (a, b, want) => expect(told(a, b)).toEqual(want));

/** The length of the longest common subsequence, the slow way. */
function common(a: string[], b: string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const item of a) {
    const next = [0];
    b.forEach((other, i) => {
      next.push(item === other ? (row[i] ?? 0) + 1 : Math.max(row[i + 1] ?? 0, next[i] ?? 0));
    });
    row = next;
  }
  return row[b.length] ?? 0;
}

describe('for any two lists', () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const list = () => Array.from({ length: random(14) }, () => 'abcd'.charAt(random(4)));

  it('gives both back, with the fewest edits, and no two runs of a kind in a row', () => {
    for (let round = 0; round < 2_000; round++) {
      const [a, b] = [list(), list()];
      const found = diffLists(a, b);
      const without = (op: string) => found.filter((run) => run.op !== op).flatMap((r) => r.items);
      expect(without('add')).toEqual(a);
      expect(without('cut')).toEqual(b);
      const same = found.filter(({ op }) => op === 'same').flatMap(({ items }) => items);
      expect(same.length).toBe(common(a, b));
      expect(found.some(({ op }, i) => op === found[i - 1]?.op)).toBe(false);
    }
  });
});

it('replaces lists as a whole that have little in common', () => {
  const list = (mark: string) => Array.from({ length: 1_500 }, (_, i) => mark + i);
  const [a, b] = [
    ['start', ...list('a')],
    ['start', ...list('b')],
  ];
  expect(diffLists(a, b)).toEqual([
    { op: 'cut', items: a },
    { op: 'add', items: b },
  ]);
});
