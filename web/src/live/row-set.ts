/** Contains the position of each removal so that an older copy of a row does not restore it. */
export interface RowSet<Row extends { id: number; pos: string }> {
  byId: Record<number, Row>;
  removed: Record<number, string>;
}

export function upsertRow<Row extends { id: number; pos: string }>(
  set: RowSet<Row>,
  row: NoInfer<Row>,
): 'new' | 'changed' | 'kept' {
  const storedRow = set.byId[row.id];
  const removal = set.removed[row.id];
  if ((storedRow && storedRow.pos >= row.pos) || (removal !== undefined && removal >= row.pos)) return 'kept';
  delete set.removed[row.id];
  set.byId[row.id] = row;
  return storedRow ? 'changed' : 'new';
}

export function removeRow<Row extends { id: number; pos: string }>(set: RowSet<Row>, id: number, pos: string): void {
  const storedRow = set.byId[id];
  if (storedRow && storedRow.pos > pos) return;
  delete set.byId[id];
  if ((set.removed[id] ?? '') < pos) set.removed[id] = pos;
}
