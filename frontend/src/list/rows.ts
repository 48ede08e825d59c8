import type { Memory, Row } from '../api/types';

/** The rows of a list by position; a hole is a row that was not read yet. */
export type Rows = (Row | undefined)[];

/** What a list shows of a memory. */
export function toRow(memory: Memory): Row {
  return {
    id: memory.id,
    kind: memory.kind,
    title: memory.title,
    project_id: memory.project_id,
    project: memory.project,
    client: memory.client,
    state: memory.state,
    pinned: memory.pinned,
    private: memory.private,
    reviewed: (memory.reviewed_at ?? 0) > 0,
    tokens: memory.tokens,
    seen: memory.seen,
    fetched: memory.fetched.count,
    created_at: memory.created_at,
    updated_at: memory.updated_at,
    revision: memory.revision,
  };
}

/**
 * Takes rows out. The cursor stays on its row; if that one goes, it falls on the
 * next that stays, at the end on the one before, in an empty list on none (-1).
 * taken holds what went, by former position, lowest first.
 */
export function takeOut(
  rows: Rows,
  ids: ReadonlySet<number>,
  cursor: number,
): { rows: Rows; taken: [number, Row][]; cursor: number } {
  const left: Rows = [];
  const taken: [number, Row][] = [];
  let before = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (row && ids.has(row.id)) {
      taken.push([i, row]);
      if (i < cursor) before++;
    } else left.push(row);
  }
  return { rows: left, taken, cursor: Math.min(cursor - before, left.length - 1) };
}
