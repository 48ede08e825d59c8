/** A run of items: in both lists, only in the first (cut), or only in the second (add). */
export interface Run {
  op: 'same' | 'cut' | 'add';
  items: string[];
}

interface Edit {
  cut: boolean;
  /** Where it is in the first list. */
  at: number;
  before: Edit | null;
}

/** How far into the first list a path came, and its last edit. */
interface End {
  at: number;
  last: Edit | null;
}

/** Beyond so many edits the lists have little in common, and time grows with the square. */
const MOST_EDITS = 2000;

/**
 * Compares two lists with the fewest edits, as Myers (1986) finds them. Where items are
 * replaced, those cut stand before those added. Lists that differ in more than 2000
 * places are replaced as a whole.
 */
export function diffLists(a: readonly string[], b: readonly string[]): Run[] {
  // The paths that came furthest, by their diagonal: the place in a less the place in b.
  const ends = new Map<number, End>();
  for (let edits = 0; edits <= MOST_EDITS; edits++) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const end = step(ends.get(diagonal - 1), ends.get(diagonal + 1));
      while (end.at < a.length && a[end.at] === b[end.at - diagonal]) end.at++;
      if (end.at >= a.length && end.at - diagonal >= b.length) return runs(a, b, end.last);
      ends.set(diagonal, end);
    }
  }
  return [
    { op: 'cut', items: [...a] },
    { op: 'add', items: [...b] },
  ];
}

/** Goes on from the neighbour that came further: past an item of a, or past one of b. */
function step(left: End | undefined, right: End | undefined): End {
  if (right && (!left || left.at < right.at))
    return { at: right.at, last: { cut: false, at: right.at, before: right.last } };
  if (left) return { at: left.at + 1, last: { cut: true, at: left.at, before: left.last } };
  return { at: 0, last: null };
}

function runs(a: readonly string[], b: readonly string[], last: Edit | null): Run[] {
  const edits: Edit[] = [];
  for (let edit = last; edit; edit = edit.before) edits.push(edit);
  const all: Run[] = [];
  const put = (op: Run['op'], items: string[]) => items.length > 0 && all.push({ op, items });
  let cut: string[] = [];
  let added: string[] = [];
  let inA = 0;
  let inB = 0;
  for (const at of [...edits.reverse(), null]) {
    const until = at ? at.at : a.length;
    if (until > inA || !at) {
      put('cut', cut);
      put('add', added);
      put('same', a.slice(inA, until));
      [cut, added] = [[], []];
      inB += until - inA;
      inA = until;
    }
    if (at?.cut) cut.push(a[inA++] ?? '');
    else if (at) added.push(b[inB++] ?? '');
  }
  return all;
}
