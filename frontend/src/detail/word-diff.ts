import { diffLists } from './list-diff';

export interface DiffPiece {
  op: 'same' | 'add' | 'cut' | 'gap';
  text: string;
}

/** Beyond so many characters a text is not compared word by word: it would take too long. */
const LONGEST = 20_000;
/** Unchanged characters shown beside a change. */
const CONTEXT = 64;

/**
 * Compares two texts word by word. Words are cut by the browser's segmenter, since
 * Chinese has no spaces. Of a long unchanged run, context characters beside a change
 * stay and the rest becomes a gap.
 */
export function wordDiff(
  before: string,
  after: string,
  locale: string,
  context = CONTEXT,
): DiffPiece[] {
  if (before.length > LONGEST || after.length > LONGEST) {
    return [
      { op: 'cut', text: before.slice(0, LONGEST) },
      { op: 'add', text: after.slice(0, LONGEST) },
    ];
  }
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  const words = (text: string) => Array.from(segmenter.segment(text), (part) => part.segment);
  const parts = diffLists(words(before), words(after)).map(({ op, items }) => ({
    op,
    text: items.join(''),
  }));
  return parts.flatMap((part, index) =>
    part.op === 'same'
      ? shorten(part.text, index > 0 ? context : 0, index < parts.length - 1 ? context : 0)
      : [part],
  );
}

function shorten(text: string, before: number, after: number): DiffPiece[] {
  if (before + after >= text.length) return [{ op: 'same', text }];
  // Cut where a word ends, if one does.
  const head = text.slice(0, before).replace(/(?<=\s)\S*$/, '');
  const tail = after > 0 ? text.slice(-after).replace(/^\S*(?=\s)/, '') : '';
  return [
    ...(head ? [{ op: 'same' as const, text: head }] : []),
    { op: 'gap' as const, text: '…' },
    ...(tail ? [{ op: 'same' as const, text: tail }] : []),
  ];
}
