/** A piece of text, and whether it matches the search. */
export interface Piece {
  text: string;
  hit: boolean;
}

const wide = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]/u;
const letter = /[\p{L}\p{N}]/u;

/**
 * Cuts text at the parts of a query that it holds, ignoring case. Words of one or
 * two letters count at a word's start only, or every "a" would be marked.
 */
export function markPieces(text: string, needles: readonly string[]): Piece[] {
  const folded = text.toLowerCase();
  // A letter whose lower case has another length would shift every mark.
  if (needles.length === 0 || folded.length !== text.length) return [{ text, hit: false }];

  const hits = new Uint8Array(text.length);
  for (const needle of needles) {
    const part = needle.toLowerCase();
    if (part === '') continue;
    for (let at = folded.indexOf(part); at >= 0; at = folded.indexOf(part, at + 1)) {
      if (counts(folded, at, part)) hits.fill(1, at, at + part.length);
    }
  }
  return gather(text, hits);
}

function counts(text: string, at: number, part: string): boolean {
  if (part.length > 2 || wide.test(part)) return true;
  return at === 0 || !letter.test(text[at - 1] ?? '') || !letter.test(part[0] ?? '');
}

function gather(text: string, hits: Uint8Array): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let i = 1; i <= text.length; i++) {
    if (i < text.length && hits[i] === hits[from]) continue;
    pieces.push({ text: text.slice(from, i), hit: hits[from] === 1 });
    from = i;
  }
  return pieces;
}
