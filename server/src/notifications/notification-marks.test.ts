import type { NotificationDocument } from '@guildhall/projections/views/notifications/document.js';
import { expect, test } from 'vitest';
import { allMark, getMarkKey, createReadCheck } from './notification-marks.js';

const buildNotification = (id: string, at: string, kind: NotificationDocument['kind'] = 'mention') => {
  return { id, at, order: id, kind, threadId: 7, subject: { kind: 'thread' as const, id: 7 } };
};
const mark = (key: string, order: string) => ({ key, order, count: 0, at: '2026-01-20' });
const since = '2026-01-10';
const at = '2026-01-15';

test('a notification is read by its own mark, by a mark for all, or because of its age', () => {
  const isRead = createReadCheck([mark(allMark, '2'), mark(getMarkKey(buildNotification('4', at)), '4')], since);
  const notifications = ['1', '2', '3', '4', '5'].map((id) => buildNotification(id, at));
  expect(notifications.filter(isRead).map(({ id }) => id)).toEqual(['1', '2', '4']);
  expect(createReadCheck([], since)(buildNotification('5', '2026-01-09'))).toBe(true);
});

test('marking a staff action as read includes earlier ones on the same post', () => {
  const buildStaffAction = (id: string, subject: NotificationDocument['subject']) => ({
    ...buildNotification(id, at, 'moderation'),
    subject,
  });
  const onThread = { kind: 'thread' as const, id: 7 };
  const isRead = createReadCheck([mark(getMarkKey(buildStaffAction('3', onThread)), '3')], since);
  expect(['2', '3', '4', '5'].filter((id) => isRead(buildStaffAction(id, onThread)))).toEqual(['2', '3']);
  expect(isRead(buildStaffAction('2', { kind: 'post', id: 20 }))).toBe(false);
});

test('visiting a thread or place marks its mentions and quotes as read, but not staff actions', () => {
  const threads = [{ id: 7, sectionId: 1, subsectionId: null }];
  for (const key of ['thread:7', 'section:1']) {
    const isRead = createReadCheck([mark(key, '3')], since, threads);
    expect(['2', '3', '4'].filter((id) => isRead(buildNotification(id, at)))).toEqual(['2', '3']);
    expect(isRead(buildNotification('2', at, 'quote'))).toBe(true);
    expect(isRead(buildNotification('2', at, 'moderation'))).toBe(false);
  }
  const editNotification = { ...buildNotification('2', at), edited: true as const };
  expect(createReadCheck([mark('thread:7', '3')], since, threads)(editNotification)).toBe(false);
  expect(createReadCheck([mark('thread:8', '3')], since, threads)(buildNotification('2', at))).toBe(false);
});

test('a mention that was read with its place stays read after the thread is moved', () => {
  const formerPlaces = [{ placeId: 'section:1', leftAtOrder: '5' }];
  const isRead = createReadCheck([mark('section:1', '3')], since, [
    { id: 7, sectionId: 2, subsectionId: null, formerPlaces },
  ]);
  expect(['3', '4'].filter((id) => isRead(buildNotification(id, at)))).toEqual(['3']);
});
