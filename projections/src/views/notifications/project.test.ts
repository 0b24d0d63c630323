import type { DomainEvent } from '@guildhall/domain/events.js';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { describe, expect, it } from 'vitest';
import { followsView } from '../follows/project.js';
import { postsView } from '../posts/project.js';
import { reportsView } from '../reports/project.js';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { threadsView } from '../threads/project.js';
import { wallPostsView } from '../wallposts/project.js';
import type { NotificationDocument } from './document.js';
import { at, forum, position, getFrom, sample } from '../../testing/sample-events.js';
import type { ProjectedEvent } from '../../view.js';
import { notificationsView } from './project.js';

const [anna, bram, mila] = [101, 102, 103];
const thread: DomainEvent = {
  type: 'ThreadCreated.v1',
  data: {
    threadId: 10,
    sectionId: 1,
    subsectionId: null,
    authorId: anna,
    title: '',
    content: '',
    locked: false,
    sticky: false,
  },
};
type Addressees = { mentions?: number[]; quotes?: number[]; replyTo?: number };
const reply = (postId: number, authorId: number, to: Addressees = {}): DomainEvent => ({
  type: 'ReplyPosted.v1',
  data: Object.assign({ postId, threadId: 10, authorId, content: '' }, to),
});

/** Returns the notifications that the events of these actors cause, as `<person> <kind> <subject> <act>`. */
function projectNotifications(...history: [actorId: number, event: DomainEvent][]): string[] {
  const events = history.map(([actorId, { type, data }], n): StoredEvent => {
    const metadata = { actorId: String(actorId), at: '2026-11-21T12:00:00.000Z' };
    return { id: String(n), stream: 'any', revision: n, position: toPosition(n + 1), type, data, metadata };
  });
  const views = [followsView, threadsView, postsView, wallPostsView, reportsView, notificationsView];
  const notifications = new FoldInMemory(views, events).listAll<NotificationDocument>('notifications');
  return notifications.map(({ userId, kind, subject, act }) =>
    [userId, kind, subject.kind, subject.id, act].filter(Boolean).join(' '),
  );
}

describe('notifying members', () => {
  it('notifies a member of a mention or quote once, but not of their own posts', () => {
    const replyEvent = reply(20, bram, { mentions: [anna, mila, bram], quotes: [10] });
    expect(projectNotifications([anna, thread], [bram, replyEvent])).toEqual([
      '101 quote post 20',
      '103 mention post 20',
    ]);
    const quotingReply = reply(21, anna, { quotes: [20, 999] });
    expect(projectNotifications([anna, thread], [bram, reply(20, bram)], [anna, quotingReply])).toEqual([
      '102 quote post 21',
    ]);
  });

  it('notifies a member of a reply once, unless it also quotes or mentions them', () => {
    const earlierEvents: [number, DomainEvent][] = [
      [anna, thread],
      [bram, reply(20, bram)],
    ];
    const notifyOfReply = (authorId: number, to: Addressees) =>
      projectNotifications(...earlierEvents, [authorId, reply(21, authorId, { replyTo: 20, ...to })]);
    expect(notifyOfReply(anna, {})).toEqual(['102 reply post 21']);
    expect(notifyOfReply(bram, {})).toEqual([]);
    expect(notifyOfReply(anna, { quotes: [20] })).toEqual(['102 quote post 21']);
    expect(notifyOfReply(anna, { mentions: [bram] })).toEqual(['102 mention post 21']);
    expect(notifyOfReply(anna, { mentions: [mila] })).toEqual(['103 mention post 21', '102 reply post 21']);
    expect(notifyOfReply(anna, { replyTo: 99 })).toEqual([]);
  });

  it('notifies the author of a reply that someone else marks as the solution', () => {
    const mark = (postId: number | null): DomainEvent => ({
      type: 'ThreadSolutionSet.v1',
      data: { threadId: 10, postId, before: null },
    });
    const notifyOfSolution = (actorId: number, postId: number | null) =>
      projectNotifications([anna, thread], [bram, reply(20, bram)], [actorId, mark(postId)]);
    expect(notifyOfSolution(anna, 20)).toEqual(['102 solution post 20']);
    expect([notifyOfSolution(bram, 20), notifyOfSolution(anna, null), notifyOfSolution(anna, 99)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('notifies a member of a follower only once, even if they follow again', () => {
    const pair = { followerId: bram, followedId: anna };
    const turns = [true, false, true, false, true].map((isFollowed): [number, DomainEvent] => [
      bram,
      { type: isFollowed ? 'Followed.v1' : 'Unfollowed.v1', data: pair },
    ]);
    const other: DomainEvent = { type: 'Followed.v1', data: { followerId: mila, followedId: anna } };
    expect(projectNotifications(...turns, [mila, other])).toEqual(['101 follow member 102', '101 follow member 103']);
  });

  it('notifies members of new followers, wall posts and replies to wall posts', () => {
    const follows: DomainEvent = { type: 'Followed.v1', data: { followerId: bram, followedId: anna } };
    expect(projectNotifications([bram, follows])).toEqual(['101 follow member 102']);
    const post = (wallPostId: number, parentId: number | null, authorId: number): DomainEvent => ({
      type: 'WallPosted.v1',
      data: { wallPostId, parentId, ownerId: anna, authorId, content: '' },
    });
    expect(projectNotifications([bram, post(30, null, bram)], [mila, post(31, 30, mila)])).toEqual([
      '101 wall wallpost 30',
      '102 wall wallpost 30',
      '101 wall wallpost 30',
    ]);
    expect(projectNotifications([anna, post(30, null, anna)], [bram, post(31, 30, bram)])).toEqual([
      '101 wall wallpost 30',
    ]);
  });

  it('notifies members whom a wall post mentions once, and not its author', () => {
    const post = (wallPostId: number, parentId: number | null, authorId: number): DomainEvent => ({
      type: 'WallPosted.v1',
      data: { wallPostId, parentId, ownerId: anna, authorId, content: '', mentions: [anna, bram, mila] },
    });
    expect(projectNotifications([bram, post(30, null, bram)])).toEqual([
      '101 wall wallpost 30',
      '103 mention wallpost 30',
    ]);
    expect(projectNotifications([bram, post(30, null, bram)], [mila, post(31, 30, mila)]).slice(2)).toEqual([
      '102 wall wallpost 30',
      '101 wall wallpost 30',
    ]);
  });

  it('notifies authors of staff actions and of answers to their reports', () => {
    const lockEvent: DomainEvent = { type: 'ThreadLocked.v1', data: { threadId: 10 } };
    const deleted: DomainEvent = { type: 'ReplyDeleted.v1', data: { postId: 20 } };
    expect(projectNotifications([anna, thread], [bram, reply(20, bram)], [mila, lockEvent], [mila, deleted])).toEqual([
      '101 moderation thread 10 ThreadLocked',
      '102 moderation post 20 ReplyDeleted',
    ]);
    expect(projectNotifications([anna, thread], [bram, reply(20, bram)], [anna, lockEvent], [bram, deleted])).toEqual(
      [],
    );
    const fileEvent: DomainEvent = {
      type: 'ReportFiled.v1',
      data: { reportId: 40, kind: 'bug', authorId: bram, subject: null, text: '' },
    };
    const resolveEvent: DomainEvent = {
      type: 'ReportResolved.v1',
      data: { reportId: 40, staffId: mila, answer: null },
    };
    expect(projectNotifications([bram, fileEvent], [mila, resolveEvent])).toEqual(['102 report report 40']);
  });
});

describe('edit notifications', () => {
  const edited: DomainEvent = {
    type: 'ReplyEdited.v1',
    data: { postId: 20, content: '', mentions: [mila, bram], quotes: [10] },
  };

  it('an edit notifies newly mentioned members once, but not the editor', () => {
    expect(projectNotifications([anna, thread], [bram, reply(20, bram)], [bram, edited])).toEqual([
      '101 quote post 20',
      '103 mention post 20',
    ]);
    expect(projectNotifications([anna, thread], [bram, reply(20, bram)], [mila, edited])).toEqual([
      '102 moderation post 20 ReplyEdited',
      '101 quote post 20',
    ]);
    const ofThread: DomainEvent = {
      type: 'ThreadEdited.v1',
      data: { threadId: 10, title: '', content: '', mentions: [mila] },
    };
    expect(projectNotifications([anna, thread], [anna, ofThread])).toEqual(['103 mention thread 10']);
  });

  it("the notification of an edit shows the post's author, even if someone else edits it", () => {
    const changes = notificationsView.project(
      sample('ReplyEdited.v1', { mentions: [104], quotes: [] }),
      getFrom(forum),
    );
    const mention = changes.find(({ document }) => document['kind'] === 'mention');
    expect(mention?.document).toMatchObject({ userId: 104, actorId: forum.posts[0]?.authorId, edited: true });
  });
});

describe('notification documents', () => {
  const projectOne = (event: ProjectedEvent, existing: object = {}) =>
    notificationsView.project(event, getFrom({ ...forum, ...existing })).map(({ document }) => document);

  it('stores one notification document with actor, subject, thread and time', () => {
    const document = {
      id: `${position}:102`,
      userId: 102,
      kind: 'mention',
      actorId: 103,
      subject: { kind: 'thread', id: 10 },
      replyId: null,
      threadId: 10,
      act: null,
      reason: null,
      at,
      order: position,
    };
    const created = sample('ThreadCreated.v1', { quotes: [] });
    expect(notificationsView.project(created, getFrom(forum))).toEqual([{ collection: 'notifications', document }]);
    expect(projectOne({ ...created, metadata: {} })[0]).toMatchObject({ actorId: null, at: '' });
  });

  it('a post without mentions and quotes creates no notification', () => {
    for (const event of [sample('ThreadCreated.v1'), sample('ReplyPosted.v1')]) {
      const { mentions: _, quotes: _quotes, ...data } = event.data;
      expect(projectOne({ ...event, data } as ProjectedEvent)).toEqual([]);
    }
  });

  it('notifies the wall owner of a reply even if the parent post is missing', () => {
    const replyEvent = sample('WallPosted.v1', { wallPostId: 31, parentId: 30 });
    expect(projectOne(replyEvent, { wallposts: [] })).toMatchObject([
      { userId: 102, kind: 'wall', subject: { kind: 'wallpost', id: 30 }, replyId: 31 },
      { userId: 104, kind: 'mention', subject: { kind: 'wallpost', id: 30 }, replyId: 31 },
    ]);
  });

  it('notifies the author of a wall post when it is deleted', () => {
    expect(projectOne(sample('WallPostDeleted.v1'))).toMatchObject([
      { userId: 101, kind: 'moderation', subject: { kind: 'wallpost', id: 30 }, act: 'WallPostDeleted' },
    ]);
  });

  it('creates no notification for a missing report', () => {
    expect(projectOne(sample('ReportResolved.v1'), { reports: [] })).toEqual([]);
  });
});
