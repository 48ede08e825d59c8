/** Height of a row in CSS pixels, as the style sheet has it. */
export const ROW = 56;
const OVERSCAN = 6;
/** There are never more rows in the document. */
export const MOST_ROWS = 60;

export interface Span {
  start: number;
  end: number; // exclusive
}

/** The rows to draw for a scroll position. The result never exceeds [MOST_ROWS]. */
export function visibleSpan(scrollTop: number, height: number, total: number): Span {
  const first = Math.max(0, Math.floor(scrollTop / ROW) - OVERSCAN);
  const last = Math.ceil((scrollTop + height) / ROW) + OVERSCAN;
  const start = Math.min(first, Math.max(0, total - 1));
  return { start, end: Math.min(total, last, start + MOST_ROWS) };
}

/** The indexes to draw: the span, and the cursor row wherever it is. */
export function drawnRows(span: Span, cursor: number, total: number): number[] {
  const rows = Array.from({ length: Math.max(0, span.end - span.start) }, (_, i) => span.start + i);
  if (cursor >= 0 && cursor < total) {
    if (cursor < span.start) rows.unshift(cursor);
    else if (cursor >= span.end) rows.push(cursor);
  }
  return rows;
}

/** Where to scroll so that a row is whole in view; the least movement that does it. */
export function scrollToShow(index: number, scrollTop: number, height: number): number {
  const top = index * ROW;
  if (top < scrollTop) return top;
  if (top + ROW > scrollTop + height) return top + ROW - height;
  return scrollTop;
}

/**
 * The height to draw for. Before the style sheet applies, the scroller is as high
 * as its content and every row would be drawn.
 */
export function clampHeight(measured: number, innerHeight: number): number {
  return Math.max(0, Math.min(measured, innerHeight));
}
