import { eventTypes, type DomainEvent } from '@guildhall/domain/events.js';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { expect, test } from 'vitest';
import { LastChanges, type ReadScope } from './last-changes.js';

function startLastChanges(max?: number) {
  const changes = new LastChanges(toPosition(10), max);
  let next = 11;
  const apply = (type: string, data: object = {}) =>
    changes.apply({ type, data, position: toPosition(next++) } as unknown as StoredEvent);
  const listChangedScopes = (since: number, ...scopes: ReadScope[]) =>
    scopes.filter((scope) => !changes.isUnchanged(scope, toPosition(since)));
  return { changes, apply, changed: listChangedScopes };
}
const [one, two] = [{ threadId: 1 }, { threadId: 2 }];
const allScopes: ReadScope[] = [one, two, 'forum', 'anything'];

test('treats everything before the start of the log subscription as changed', () => {
  const { changed } = startLastChanges();
  expect(changed(9, ...allScopes)).toEqual(allScopes);
  expect(changed(10, ...allScopes)).toEqual([]);
});

test('a reply changes its thread and the forum, but no other thread', () => {
  const { apply, changed } = startLastChanges();
  apply('ReplyPosted.v1', { postId: 5, threadId: 1 });
  expect(changed(10, ...allScopes)).toEqual([one, 'forum', 'anything']);
  expect(changed(11, ...allScopes)).toEqual([]);
});

test('an edited reply changes its thread if known, or else every thread', () => {
  const { apply, changed } = startLastChanges();
  apply('ReplyPosted.v1', { postId: 5, threadId: 1 });
  apply('ReplyEdited.v1', { postId: 5 });
  expect(changed(11, ...allScopes)).toEqual([one, 'forum', 'anything']);
  apply('ReplyEdited.v1', { postId: 6 });
  expect(changed(12, ...allScopes)).toEqual(allScopes);
});

test('treats threads that are no longer remembered as changed', () => {
  const { apply, changed } = startLastChanges(2);
  for (const threadId of [1, 3, 4]) apply('ThreadLocked.v1', { threadId });
  expect(changed(10, one, two)).toEqual([one, two]);
  expect(changed(11, one, two)).toEqual([]);
  expect(changed(11, { threadId: 3 }, { threadId: 4 })).toEqual([{ threadId: 3 }, { threadId: 4 }]);
});

test('an unknown event type changes everything', () => {
  const { apply, changed } = startLastChanges();
  apply('ThreadMerged.v7', { threadId: 1 });
  expect(changed(10, ...allScopes)).toEqual(allScopes);
});

test('a repeated event does not move a change back to an older position', () => {
  const { changes, apply, changed } = startLastChanges();
  apply('ReplyPosted.v1', { postId: 5, threadId: 1 });
  apply('ReplyPosted.v1', { postId: 6, threadId: 1 });
  changes.apply({ type: 'ReplyPosted.v1', data: { postId: 5, threadId: 1 }, position: toPosition(11) } as never);
  expect(changed(11, one)).toEqual([one]);
});

/** These events do not affect threads or places. */
const nonForumTypes = new Set<DomainEvent['type']>([
  'SessionsEnded.v1',
  'Followed.v1',
  'Unfollowed.v1',
  'Ignored.v1',
  'Unignored.v1',
  'MemberMuted.v1',
  'MemberUnmuted.v1',
  'WatchSet.v1',
  'WallPosted.v1',
  'WallPostDeleted.v1',
  'WallPostRestored.v1',
  'ReportFiled.v1',
  'ReportTaken.v1',
  'ReportResolved.v1',
  'ReportReopened.v1',
  'ReportNoted.v1',
  'PlayersCounted.v1',
]);

test.each(eventTypes)('%s changes the forum unless it is listed as unrelated', (type) => {
  const { apply, changed } = startLastChanges();
  apply(type, { threadId: 1 });
  expect(changed(10, 'anything')).toEqual(['anything']);
  expect(changed(10, 'forum')).toEqual(nonForumTypes.has(type) ? [] : ['forum']);
});
