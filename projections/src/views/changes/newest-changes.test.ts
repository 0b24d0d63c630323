import { toPosition as at } from '@guildhall/event-store/dense-position.js';
import { expect, test } from 'vitest';
import type { ViewWrite } from '../../view-store.js';
import { NewestChanges } from './newest-changes.js';

const write = (n: number, collection = 'changes'): ViewWrite => {
  const document = { id: at(n), pos: at(n), rows: [] };
  return { collection, id: at(n), pos: at(n), document, stored: null };
};
const buildPage = (from: number, to: number) => {
  const writes = Array.from({ length: to - from + 1 }, (_, i) => write(from + i));
  return { checkpoint: at(to), events: writes.length, writes: [write(from, 'posts'), ...writes] };
};
const start = (checkpoint: number) => ({ checkpoint: at(checkpoint), events: 0, writes: [] });
const listIdsBetween = (changes: NewestChanges, after: number, upTo: number, limit = 9_999) =>
  changes.listBetween(at(after), at(upTo), limit)?.map(({ id }) => Number(id)) ?? null;

test('returns the changes since the runner started, within the range and limit', () => {
  const changes = new NewestChanges();
  changes.add(start(10));
  changes.add(buildPage(11, 12));
  changes.add(buildPage(14, 15)); // Nothing changed at position 13.
  expect(listIdsBetween(changes, 10, 15)).toEqual([11, 12, 14, 15]);
  expect(listIdsBetween(changes, 11, 14)).toEqual([12, 14]);
  expect(listIdsBetween(changes, 12, 13)).toEqual([]);
  expect(listIdsBetween(changes, 10, 15, 3)).toEqual([11, 12, 14]);
});

test('returns null for a range that is not completely in memory', () => {
  const changes = new NewestChanges();
  expect(listIdsBetween(changes, 0, 0)).toBeNull();
  changes.add(buildPage(1, 2)); // The position at which the runner started is unknown.
  expect(listIdsBetween(changes, 1, 2)).toBeNull();
  changes.add(start(10));
  changes.add(buildPage(11, 12));
  expect(listIdsBetween(changes, 9, 12)).toBeNull();
  expect(listIdsBetween(changes, 10, 13)).toBeNull();
});

test('cached changes start over if the runner restarts and applies events again', () => {
  const changes = new NewestChanges();
  changes.add(start(10));
  changes.add(buildPage(11, 20));
  changes.add(start(15));
  expect(listIdsBetween(changes, 12, 15)).toBeNull();
  changes.add(buildPage(16, 17));
  expect(listIdsBetween(changes, 15, 17)).toEqual([16, 17]);
});

test('drops the oldest changes beyond one thousand', () => {
  const changes = new NewestChanges();
  changes.add(start(0));
  changes.add(buildPage(1, 600));
  changes.add(buildPage(601, 1_200));
  expect(listIdsBetween(changes, 199, 1_200)).toBeNull();
  expect(listIdsBetween(changes, 200, 1_200)).toHaveLength(1_000);
});
