import type { PostRow } from '@guildhall/domain/wire/rest.js';
import { expect, test } from 'vitest';
import { ordinalOf } from './ordinals.js';
import { gapAfterEarlier, gapAfterLater, gapBetween, isInGap } from './window.js';

const order = (n: number) => String(n).padStart(4, '0');
const row = (n: number): PostRow => ({
  id: n,
  pos: order(n),
  order: order(n),
  number: n - 1,
  thread_id: 1,
  content: '',
  content_html: '',
  created_at: '',
  edited_at: null,
  version: 1,
  reactions: {},
  user_id: 1,
  username: 'Mila',
  avatar_url: null,
  role: null,
});
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => row(from + n));
const gap = { after: order(20), before: order(81) };

test('A short thread has no gap, a long one has it between its first and newest replies.', () => {
  expect(gapBetween({ rows: rows(1, 12), next: null, position: null }, [])).toBeNull();
  expect(gapBetween({ rows: rows(1, 20), next: '/n', position: null }, rows(81, 100))).toEqual(gap);
  expect(gapBetween({ rows: rows(1, 20), next: '/n', position: null }, rows(15, 34))).toBeNull();
});

test('Rows inside the gap are not shown, those at its edges are.', () => {
  expect(isInGap(gap, order(50))).toBe(true);
  expect([order(20), order(81), order(101)].map((one) => isInGap(gap, one))).toEqual([false, false, false]);
});

test('A page from above narrows the gap until it meets the newest replies.', () => {
  expect(gapAfterLater(gap, rows(21, 40), '/n')).toEqual({ after: order(40), before: order(81) });
  expect(gapAfterLater(gap, rows(75, 94), '/n')).toBeNull();
  expect(gapAfterLater(gap, rows(21, 30), null)).toBeNull();
});

test('A page from below narrows the gap until it meets the first replies.', () => {
  expect(gapAfterEarlier(gap, rows(61, 80))).toEqual({ after: order(20), before: order(61) });
  expect(gapAfterEarlier(gap, rows(15, 34))).toBeNull();
  expect(gapAfterEarlier(gap, rows(21, 30))).toBeNull();
});

test('Replies are numbered from the first before the gap, and from the last after it.', () => {
  const shown = [...rows(1, 20), ...rows(81, 100)];
  expect(ordinalOf(order(7), shown, gap, 100)).toBe(7);
  expect(ordinalOf(order(100), shown, gap, 100)).toBe(100);
  expect(ordinalOf(order(81), shown, gap, 100)).toBe(81);
});
