/** Remembers the position of each removal, so that an older copy of a row does not restore it. */
export interface RowSet<Row extends { id: number; pos: string }> {
  byId: Record<number, Row>;
  removed: Record<number, string>;
}

export function upsertRow<Row extends { id: number; pos: string }>(
  set: RowSet<Row>,
  row: NoInfer<Row>,
): 'new' | 'changed' | 'kept' {
  const present = set.byId[row.id];
  const removal = set.removed[row.id];
  if ((present && present.pos >= row.pos) || (removal !== undefined && removal >= row.pos)) return 'kept';
  delete set.removed[row.id];
  set.byId[row.id] = row;
  return present ? 'changed' : 'new';
}

export function removeRow<Row extends { id: number; pos: string }>(set: RowSet<Row>, id: number, pos: string): void {
  const present = set.byId[id];
  if (present && present.pos > pos) return;
  delete set.byId[id];
  if ((set.removed[id] ?? '') < pos) set.removed[id] = pos;
}
