import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { expect, test } from 'vitest';
import { extend, markAfter } from './seen-range.js';

const order = (n: number) => String(n).padStart(4, '0');
const listRows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => ({ order: order(from + n) }) as PostRow);
const seen = (from: number, to: number) => ({ from: order(from), to: order(to), read: order(to) });

test('advances the read mark over seen replies that start at the mark or directly after it', () => {
  expect(markAfter(order(10), seen(11, 14), listRows(1, 40), [])).toBe(order(14));
  expect(markAfter(order(10), seen(8, 14), listRows(1, 40), [])).toBe(order(14));
  expect(markAfter('', seen(1, 3), listRows(1, 40), [])).toBe(order(3));
  expect(markAfter(order(10), { ...seen(5, 30), read: order(12) }, listRows(1, 40), [])).toBe(order(12));
});

test('does not advance the read mark if replies were skipped or are not loaded', () => {
  expect(markAfter(order(10), seen(12, 14), listRows(1, 40), [])).toBe(order(10));
  expect(markAfter('', seen(30, 34), listRows(1, 40), [])).toBe('');
  const gap = { after: order(10), before: order(30) };
  expect(markAfter(order(10), seen(30, 34), [...listRows(1, 10), ...listRows(30, 40)], [gap])).toBe(order(10));
});

test('never moves the read mark back', () => {
  expect(markAfter(order(20), seen(1, 5), listRows(1, 40), [])).toBe(order(20));
});

test('advances the read mark past a deleted reply', () => {
  expect(markAfter(order(10), seen(12, 14), [...listRows(1, 10), ...listRows(12, 40)], [])).toBe(order(14));
});

test('extends the seen range in both directions without losing replies already read', () => {
  expect(extend(seen(1, 4), seen(5, 24), listRows(1, 40), [])).toEqual({ ...seen(1, 24), read: order(4) });
  expect(extend(seen(8, 24), seen(5, 7), listRows(1, 40), [])).toEqual(seen(5, 24));
});

test('starts a new seen range if a single step skipped replies in either direction', () => {
  expect(extend(seen(1, 4), seen(6, 24), listRows(1, 40), [])).toEqual({ ...seen(6, 24), read: '' });
  expect(extend(seen(20, 24), seen(5, 18), listRows(1, 40), [])).toEqual({ ...seen(5, 18), read: '' });
});

test('starts a new seen range after a gap, but not at the edge of one', () => {
  const gap = { after: order(20), before: order(100) };
  const loadedRows = [...listRows(1, 20), ...listRows(100, 112)];
  expect(extend(seen(1, 18), seen(110, 112), loadedRows, [gap])).toEqual({ ...seen(110, 112), read: '' });
  expect(extend(seen(110, 112), seen(1, 18), loadedRows, [gap])).toEqual({ ...seen(1, 18), read: '' });
  expect(extend(seen(1, 18), seen(16, 20), loadedRows, [gap])).toEqual({ ...seen(1, 20), read: order(18) });
});
