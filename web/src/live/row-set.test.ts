import { expect, test } from 'vitest';
import { removeRow, upsertRow, type RowSet } from './row-set.js';

interface Row {
  id: number;
  pos: string;
  text: string;
}

const createEmpty = (): RowSet<Row> => ({ byId: {}, removed: {} });

test('retains the newer of two copies of a row, regardless of their order of arrival', () => {
  const [old, young] = [
    { id: 1, pos: '005', text: 'old' },
    { id: 1, pos: '010', text: 'young' },
  ];
  for (const order of [
    [old, young],
    [young, old],
    [young, old, young],
  ]) {
    const set = createEmpty();
    for (const row of order) upsertRow(set, row);
    expect(set.byId[1]?.text).toBe('young');
  }
});

test('reports whether a row is new, changed or unchanged', () => {
  const set = createEmpty();
  expect(upsertRow(set, { id: 1, pos: '005', text: '' })).toBe('new');
  expect(upsertRow(set, { id: 1, pos: '005', text: '' })).toBe('kept');
  expect(upsertRow(set, { id: 1, pos: '006', text: '' })).toBe('changed');
});

test('restores a removed row from a newer copy, but not from an older one', () => {
  const set = createEmpty();
  removeRow(set, 1, '007');
  upsertRow(set, { id: 1, pos: '006', text: 'late' });
  expect(set.byId[1]).toBeUndefined();
  upsertRow(set, { id: 1, pos: '008', text: 'restored' });
  expect(set.byId[1]?.text).toBe('restored');
});

test('ignores a late removal of a restored row', () => {
  const set = createEmpty();
  upsertRow(set, { id: 1, pos: '008', text: 'restored' });
  removeRow(set, 1, '007');
  expect(set.byId[1]?.text).toBe('restored');
});

test('remembers only the newest of several removals of a row', () => {
  const set = createEmpty();
  removeRow(set, 1, '009');
  removeRow(set, 1, '007');
  upsertRow(set, { id: 1, pos: '008', text: 'late' });
  expect(set.byId[1]).toBeUndefined();
});
