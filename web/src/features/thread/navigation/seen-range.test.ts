import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { expect, test } from 'vitest';
import { extend, markAfter } from './seen-range.js';

const buildOrder = (n: number) => String(n).padStart(4, '0');
const listRows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => ({ order: buildOrder(from + n) }) as PostRow);
const buildSeen = (from: number, to: number) => ({ from: buildOrder(from), to: buildOrder(to), read: buildOrder(to) });

test('advances the read mark over seen replies that start at the mark or directly after it', () => {
  expect(markAfter(buildOrder(10), buildSeen(11, 14), listRows(1, 40), [])).toBe(buildOrder(14));
  expect(markAfter(buildOrder(10), buildSeen(8, 14), listRows(1, 40), [])).toBe(buildOrder(14));
  expect(markAfter('', buildSeen(1, 3), listRows(1, 40), [])).toBe(buildOrder(3));
  expect(markAfter(buildOrder(10), { ...buildSeen(5, 30), read: buildOrder(12) }, listRows(1, 40), [])).toBe(
    buildOrder(12),
  );
});

test('does not advance the read mark if replies were skipped or are not loaded', () => {
  expect(markAfter(buildOrder(10), buildSeen(12, 14), listRows(1, 40), [])).toBe(buildOrder(10));
  expect(markAfter('', buildSeen(30, 34), listRows(1, 40), [])).toBe('');
  const gap = { after: buildOrder(10), before: buildOrder(30) };
  expect(markAfter(buildOrder(10), buildSeen(30, 34), [...listRows(1, 10), ...listRows(30, 40)], [gap])).toBe(
    buildOrder(10),
  );
});

test('never moves the read mark back', () => {
  expect(markAfter(buildOrder(20), buildSeen(1, 5), listRows(1, 40), [])).toBe(buildOrder(20));
});

test('advances the read mark past a deleted reply', () => {
  expect(markAfter(buildOrder(10), buildSeen(12, 14), [...listRows(1, 10), ...listRows(12, 40)], [])).toBe(
    buildOrder(14),
  );
});

test('extends the seen range in both directions without losing replies already read', () => {
  expect(extend(buildSeen(1, 4), buildSeen(5, 24), listRows(1, 40), [])).toEqual({
    ...buildSeen(1, 24),
    read: buildOrder(4),
  });
  expect(extend(buildSeen(8, 24), buildSeen(5, 7), listRows(1, 40), [])).toEqual(buildSeen(5, 24));
});

test('starts a new seen range if a single step skipped replies in either direction', () => {
  expect(extend(buildSeen(1, 4), buildSeen(6, 24), listRows(1, 40), [])).toEqual({ ...buildSeen(6, 24), read: '' });
  expect(extend(buildSeen(20, 24), buildSeen(5, 18), listRows(1, 40), [])).toEqual({ ...buildSeen(5, 18), read: '' });
});

test('starts a new seen range after a gap, but not at the edge of one', () => {
  const gap = { after: buildOrder(20), before: buildOrder(100) };
  const loadedRows = [...listRows(1, 20), ...listRows(100, 112)];
  expect(extend(buildSeen(1, 18), buildSeen(110, 112), loadedRows, [gap])).toEqual({
    ...buildSeen(110, 112),
    read: '',
  });
  expect(extend(buildSeen(110, 112), buildSeen(1, 18), loadedRows, [gap])).toEqual({ ...buildSeen(1, 18), read: '' });
  expect(extend(buildSeen(1, 18), buildSeen(16, 20), loadedRows, [gap])).toEqual({
    ...buildSeen(1, 20),
    read: buildOrder(18),
  });
});
