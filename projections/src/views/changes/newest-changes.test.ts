import { toPosition as at } from '@guildhall/event-store/dense-position.js';
import { expect, test } from 'vitest';
import { NewestChanges } from './newest-changes.js';
import type { ViewWrite } from '../../view-store.js';

const write = (n: number, collection = 'changes', rows = 1): ViewWrite => ({
  ...{ collection, id: at(n), pos: at(n) },
  document: { id: at(n), pos: at(n), ...{ rows: Array.from({ length: rows }, () => ({})) } },
});
const page = (from: number, to: number) => {
  const writes = Array.from({ length: to - from + 1 }, (_, i) => write(from + i));
  return { checkpoint: at(to), events: writes.length, writes: [write(from, 'posts'), ...writes] };
};
const begun = (checkpoint: number) => ({ checkpoint: at(checkpoint), events: 0, writes: [] });
const idsBetween = (changes: NewestChanges, after: number, upTo: number, limit = 9_999) =>
  changes.between(at(after), at(upTo), limit)?.map(({ id }) => Number(id)) ?? null;

test('The newest changes are those of the pages since the runner began, and of no later ones than asked for', () => {
  const changes = new NewestChanges();
  changes.add(begun(10));
  changes.add(page(11, 12));
  changes.add(page(14, 15)); // nothing changed at 13
  expect(idsBetween(changes, 10, 15)).toEqual([11, 12, 14, 15]);
  expect(idsBetween(changes, 11, 14)).toEqual([12, 14]);
  expect(idsBetween(changes, 12, 13)).toEqual([]);
  expect(idsBetween(changes, 10, 15, 3)).toEqual([11, 12, 14]);
});

test('They do not answer for what they do not have', () => {
  const changes = new NewestChanges();
  expect(idsBetween(changes, 0, 0)).toBeNull();
  changes.add(page(1, 2)); // before it is known where the runner began
  expect(idsBetween(changes, 1, 2)).toBeNull();
  changes.add(begun(10));
  changes.add(page(11, 12));
  expect(idsBetween(changes, 9, 12)).toBeNull();
  expect(idsBetween(changes, 10, 13)).toBeNull();
});

test('They begin again with the runner, which may fold events again', () => {
  const changes = new NewestChanges();
  changes.add(begun(10));
  changes.add(page(11, 20));
  changes.add(begun(15));
  expect(idsBetween(changes, 12, 15)).toBeNull();
  changes.add(page(16, 17));
  expect(idsBetween(changes, 15, 17)).toEqual([16, 17]);
});

test('Those of a thousand events are kept at most', () => {
  const changes = new NewestChanges();
  changes.add(begun(0));
  changes.add(page(1, 600));
  changes.add(page(601, 1_200));
  expect(idsBetween(changes, 599, 1_200)).toBeNull();
  expect(idsBetween(changes, 600, 1_200)).toHaveLength(600);
});

test('Ten thousand changes are kept at most', () => {
  const changes = new NewestChanges();
  changes.add(begun(0));
  for (let n = 1; n <= 3; n++)
    changes.add({ checkpoint: at(n), events: 1, writes: [write(n, 'changes', n === 1 ? 9_999 : 1)] });
  expect(idsBetween(changes, 0, 3)).toBeNull();
  expect(idsBetween(changes, 2, 3)).toEqual([3]);
});
