export type Key = string | number;

/** `blank` means that the row is gone or no longer visible to the reader, and only its space remains. */
export interface HeldRow<Row> {
  key: Key;
  row: Row;
  blank: boolean;
}

/** Rows in `lostKeys` are blank until they return. */
export interface Snapshot<Row> {
  rows: readonly Row[];
  lostKeys: ReadonlySet<Key>;
}

interface HeldList<Row> {
  displayedRows: HeldRow<Row>[];
  updates: number;
  /** Includes rows added at the end and rows lost since the last snapshot. */
  next: Snapshot<Row>;
}

/**
 * Content changes in place, lost rows leave a blank, and new rows wait unless they follow the last one. `isLost`
 * returns true if a missing row became invisible, and false if others pushed it out.
 */
export function holdRows<Row>(
  { rows, lostKeys }: Snapshot<Row>,
  current: readonly Row[],
  getKey: (row: Row) => Key,
  isLost: (row: Row) => boolean = () => true,
): HeldList<Row> {
  const currentByKey = new Map(current.map((row, n) => [getKey(row), { row, n }]));
  const heldKeys = new Set(rows.map(getKey));
  const last = current.map((row) => heldKeys.has(getKey(row))).lastIndexOf(true);
  const rowsBelow = current.slice(last + 1);
  const heldRows = [...rows, ...rowsBelow];
  const goneRows = rows.filter((row) => !currentByKey.has(getKey(row)));
  const nowLost = new Set(goneRows.filter((row) => lostKeys.has(getKey(row)) || isLost(row)).map(getKey));
  const displayedRows = heldRows.map((row) => {
    const key = getKey(row);
    return { key, row: currentByKey.get(key)?.row ?? row, blank: nowLost.has(key) };
  });
  const addedCount = current.slice(0, last + 1).filter((row) => !heldKeys.has(getKey(row))).length;
  const updates =
    addedCount + goneRows.length + findMovedRows(rows.flatMap((row) => currentByKey.get(getKey(row))?.n ?? []));
  return { displayedRows, updates, next: { rows: heldRows, lostKeys: nowLost } };
}

function findMovedRows(order: readonly number[]): number {
  // Contains the smallest end of an increasing subsequence for each length.
  const ends: number[] = [];
  for (const n of order) {
    if ((ends.at(-1) ?? -1) < n) ends.push(n);
    else ends[ends.findIndex((end) => end >= n)] = n;
  }
  return order.length - ends.length;
}
