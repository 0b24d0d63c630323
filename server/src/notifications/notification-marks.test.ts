import { expect, test } from 'vitest';
import { allMark, markOf, readBy } from './notification-marks.js';

const notification = (id: string, at: string) => ({ id, at, order: id });
const mark = (key: string, order: string) => ({ key, order, count: 0, at: '2026-01-20' });

test('A notification is read by its own mark, by that of all up to it, and when it is older than marks are kept', () => {
  const isRead = readBy([mark(allMark, '2'), mark(markOf('4'), '4')], '2026-01-10');
  const notifications = ['1', '2', '3', '4', '5'].map((id) => notification(id, '2026-01-15'));
  expect(notifications.filter(isRead).map(({ id }) => id)).toEqual(['1', '2', '4']);
  expect(readBy([], '2026-01-10')(notification('5', '2026-01-09'))).toBe(true);
});
