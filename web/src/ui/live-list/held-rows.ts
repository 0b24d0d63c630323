export type Key = string | number;

/** A row as it is shown. `blank`: the reader may no longer see it, or it is no longer here; only its room remains. */
export interface HeldRow<Row> {
  key: Key;
  row: Row;
  blank: boolean;
}

/** Rows in the order in which they are held; `lost` are those that were blank, until they are back. */
export interface Snapshot<Row> {
  rows: readonly Row[];
  lost: ReadonlySet<Key>;
}

interface Held<Row> {
  shown: HeldRow<Row>[];
  /** How many rows are to be added, removed or moved. */
  updates: number;
  /** The snapshot with the rows that were added below all others, and those that are lost now. */
  next: Snapshot<Row>;
}

/**
 * A list whose rows do not move: they change in place, those that are gone leave their room, and others wait, except below
 * the last one. `isLost`: whether a row that is gone may no longer be seen, rather than having been pushed out by others.
 */
export function holdRows<Row>(
  { rows, lost }: Snapshot<Row>,
  current: readonly Row[],
  keyOf: (row: Row) => Key,
  isLost: (row: Row) => boolean = () => true,
): Held<Row> {
  const now = new Map(current.map((row, n) => [keyOf(row), { row, n }]));
  const known = new Set(rows.map(keyOf));
  const last = current.findLastIndex((row) => known.has(keyOf(row)));
  const below = current.slice(last + 1);
  const held = [...rows, ...below];
  const gone = rows.filter((row) => !now.has(keyOf(row)));
  const nowLost = new Set(gone.filter((row) => lost.has(keyOf(row)) || isLost(row)).map(keyOf));
  const shown = held.map((row) => {
    const key = keyOf(row);
    return { key, row: now.get(key)?.row ?? row, blank: nowLost.has(key) };
  });
  const added = current.slice(0, last + 1).filter((row) => !known.has(keyOf(row))).length;
  const updates = added + gone.length + movedRows(rows.flatMap((row) => now.get(keyOf(row))?.n ?? []));
  return { shown, updates, next: { rows: held, lost: nowLost } };
}

/** The fewest rows that must move so that all are in ascending order. */
function movedRows(order: readonly number[]): number {
  // The ends of the longest ascending runs of each length so far.
  const ends: number[] = [];
  for (const n of order) {
    if ((ends.at(-1) ?? -1) < n) ends.push(n);
    else ends[ends.findIndex((end) => end >= n)] = n;
  }
  return order.length - ends.length;
}
