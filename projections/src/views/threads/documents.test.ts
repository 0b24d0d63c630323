import { eventTypes, type EventType } from '@guildhall/domain/events.js';
import { describe, expect, test } from 'vitest';
import { at, forum, position, post, getFrom, sample, thread } from '../../testing/sample-events.js';
import type { ProjectedEvent } from '../../view.js';
import type { ThreadDocument } from './document.js';
import { threadsView } from './project.js';

const later = '2026-11-22T12:00:00.000Z';
const project = (event: ProjectedEvent, existing: object = {}) =>
  threadsView.project(event, getFrom({ ...forum, ...existing }));
function projectThread(event: ProjectedEvent, existing: object = {}): object | null {
  const [change] = project(event, existing);
  if (change) expect(change.collection).toBe('threads');
  return change?.document ?? null;
}
const edited = sample('ThreadEdited.v1', {}, { at: later });
const { title, content, uploads } = edited.data;
const newest = { activity: position, lastPostId: 20, lastPostAt: later, lastAuthorId: 101 };

const changes: [ProjectedEvent, Partial<ThreadDocument>][] = [
  [edited, { title, content, uploads, editedAt: later, version: 2 }],
  [sample('ThreadLocked.v1'), { locked: true }],
  [sample('ThreadPinned.v1'), { sticky: true }],
  [sample('ThreadPrefixSet.v1'), { prefixId: 71 }],
  [
    sample('ThreadSolutionSet.v1', { postId: post.id }),
    { solution: { postId: post.id, isDeleted: false, at, order: position } },
  ],
  [sample('ThreadSolutionSet.v1', { postId: null }), { solution: undefined }],
  [
    sample('ThreadMoved.v1'),
    {
      sectionId: 1,
      subsectionId: 2,
      formerPlaces: [{ placeId: 'section:1', leftAtOrder: sample('ThreadMoved.v1').position }],
    },
  ],
  [sample('ThreadDeleted.v1', {}, { at: later }), { deleted: true, deletion: { at: later, by: 103 } }],
  [sample('Reacted.v1', { kind: 'thread', id: 10 }), { reactions: { like: 1 }, reactionCount: 1 }],
  [sample('ReplyPosted.v1', {}, { at: later }), { replyCount: 5, posted: 6, tail: [...thread.tail, 20], ...newest }],
];

describe('thread documents', () => {
  test('a new thread starts with its first post as the latest activity', () => {
    const created = sample('ThreadCreated.v1');
    const { mentions: _, quotes: _quotes, threadId: id, ...texts } = created.data;
    const document = {
      ...texts,
      id,
      deleted: false,
      createdAt: at,
      createdOrder: position,
      editedAt: null,
      version: 1,
      reactions: {},
      reactionCount: 0,
      participants: [],
      replyCount: 0,
      posted: 0,
      tail: [],
      activity: position,
      lastPostId: null,
      lastPostAt: at,
      lastAuthorId: 101,
      prefixId: null,
      pos: position,
    };
    expect(project(sample('ThreadCreated.v1', { prefixId: 71 }))).toMatchObject([{ document: { prefixId: 71 } }]);
    expect(project(created)).toEqual([{ collection: 'threads', document }]);
  });

  test('records whether the reply marked as the solution is deleted', () => {
    const buildSolution = (isDeleted: boolean) => ({ solution: { postId: post.id, isDeleted, at, order: position } });
    const deletion = sample('ReplyDeleted.v1', { postId: post.id });
    const restoration = sample('ReplyRestored.v1', { postId: post.id });
    const removed = { posts: [{ ...post, deleted: true }] };
    const withFields = (fields: object) => ({ threads: [{ ...thread, ...fields }] });
    expect(projectThread(deletion, withFields(buildSolution(false)))).toMatchObject(buildSolution(true));
    expect(projectThread(restoration, { ...removed, ...withFields(buildSolution(true)) })).toMatchObject(
      buildSolution(false),
    );
    const other = { solution: { postId: 999, isDeleted: false, at, order: position } };
    expect(projectThread(deletion, withFields(other))).toMatchObject(other);
    const solutionEvent = sample('ThreadSolutionSet.v1', { postId: post.id });
    expect(projectThread(solutionEvent, removed)).toMatchObject(buildSolution(true));
  });

  test.each(changes)('updates the thread document on $type', (event, change) => {
    expect(projectThread(event)).toEqual({ ...thread, ...change });
  });

  test('a reply preserves unrelated fields of its thread, even if the thread is deleted', () => {
    const deleted = { ...thread, deleted: true, deletion: { at, by: 103 } };
    const { activity, lastPostId, lastPostAt, lastAuthorId, replyCount, posted, tail, participants, ...rest } = deleted;
    expect(projectThread(sample('ReplyPosted.v1'), { threads: [deleted] })).toMatchObject(rest);
  });

  test.each([
    ['ThreadUnlocked.v1', { locked: true }],
    ['ThreadUnpinned.v1', { sticky: true }],
    ['ThreadRestored.v1', { deleted: true, deletion: { at: later, by: 103 } }],
  ] as const)('restores the original thread document after %s', (type, change) => {
    expect(projectThread(sample(type), { threads: [{ ...thread, ...change }] })).toEqual(thread);
  });

  test('stores no edit or reply time in a thread if the event has none', () => {
    expect(projectThread({ ...edited, metadata: {} })).toMatchObject({ editedAt: null, version: 2 });
    expect(projectThread({ ...sample('ReplyPosted.v1'), metadata: {} })).toMatchObject({ lastPostAt: '' });
  });

  const changingTypes = new Set<EventType>(['ThreadCreated.v1', 'ReplyDeleted.v1', 'ReplyPosted.v1']);
  const others = eventTypes.filter(
    (type) => !changingTypes.has(type) && !/^Thread(Edited|PrefixSet|SolutionSet|.*ck|Moved|.*ed)/.test(type),
  );
  test.each(others)('thread documents ignore the unrelated event %s', (type) => {
    expect(project(sample(type))).toEqual([]);
  });

  test.each(eventTypes.filter((type) => type !== 'ThreadCreated.v1'))(
    'does not create a thread document on %s',
    (type) => {
      expect(project(sample(type), { threads: [] })).toEqual([]);
    },
  );

  test('a thread document counts only existing replies', () => {
    expect(project(sample('ReplyDeleted.v1'), { posts: [] })).toEqual([]);
    expect(project(sample('ReplyDeleted.v1'), { posts: [{ ...post, deleted: true }] })).toEqual([]);
    expect(project(sample('ReplyRestored.v1'))).toEqual([]);
  });
});

describe('latest reply in a thread', () => {
  const buildOrdinals = (...slots: (number | null)[]) => [{ id: '10/0', pos: position, slots }];
  const older = { ...post, id: 19, number: 3, authorId: 107, createdAt: later, order: 'older' };
  const remove = sample('ReplyDeleted.v1');

  test('the latest reply falls back to the previous one if it is deleted', () => {
    const document = {
      ...thread,
      replyCount: 3,
      participants: [],
      activity: 'older',
      lastPostId: 19,
      lastPostAt: later,
      lastAuthorId: 107,
    };
    expect(project(remove, { posts: [post, older] })).toEqual([
      { collection: 'threads', document: { ...document, tail: [16, 17, 18, 19, null] } },
    ]);
    const threads = [{ ...thread, tail: [] }];
    const existing = { threads, posts: [post, older], replyOrdinals: buildOrdinals(16, 17, 18, 19, 20) };
    expect(project(remove, existing)).toEqual([
      { collection: 'threads', document: { ...document, tail: [] } },
      { collection: 'replyOrdinals', document: { id: '10/0', slots: [16, 17, 18, 19, null] } },
    ]);
  });

  test('the latest activity of a thread without visible replies is the thread itself', () => {
    const tail = [null, null, null, null, 20];
    const threads = [{ ...thread, tail, createdOrder: 'begin', createdAt: later, replyCount: 1 }];
    expect(projectThread(remove, { threads })).toEqual({
      ...threads[0],
      tail: tail.map(() => null),
      replyCount: 0,
      participants: [],
      activity: 'begin',
      lastPostId: null,
      lastPostAt: later,
      lastAuthorId: 101,
    });
  });

  test('deleting an older reply does not change the latest reply', () => {
    const threads = [{ ...thread, tail: [null, null, null, null, 20, 21], posted: 6, lastPostId: 21 }];
    expect(projectThread(remove, { threads })).toEqual({
      ...threads[0],
      tail: [null, null, null, null, null, 21],
      replyCount: 3,
      participants: [],
    });
  });

  test('a restored reply becomes the latest reply only if it is newer', () => {
    const buildPosts = (order: string) => [{ ...post, deleted: true, order, authorId: 107 }];
    const restore = sample('ReplyRestored.v1');
    const threads = [{ ...thread, tail: [16, 17, 18, 19, null], activity: 'm', lastPostId: 5 }];
    const participants = [...thread.participants, { userId: 107, postId: 20 }];
    const restoredThread = { ...threads[0], tail: thread.tail, replyCount: 5, participants };
    expect(projectThread(restore, { threads, posts: buildPosts('n') })).toEqual({
      ...restoredThread,
      activity: 'n',
      lastPostId: 20,
      lastPostAt: at,
      lastAuthorId: 107,
    });
    expect(projectThread(restore, { threads, posts: buildPosts('l') })).toEqual(restoredThread);
    expect(projectThread(restore, { threads, posts: buildPosts('m') })).toEqual(restoredThread);
    const inTree = [{ ...thread, tail: [], activity: 'm', lastPostId: 5 }];
    expect(project(restore, { threads: inTree, posts: buildPosts('l') })[1]).toEqual({
      collection: 'replyOrdinals',
      document: { id: '10/0', slots: [null, null, null, null, 20] },
    });
  });
});
