import { eventTypes, type EventType } from '@guildhall/domain/events.js';
import { describe, expect, test } from 'vitest';
import { at, forum, position, post, reading, sample, wallPost } from '../../testing/sample-events.js';
import type { ProjectedEvent } from '../../view.js';
import type { ChangesDocument } from './document.js';
import { changesView } from './project.js';

const documents = (event: ProjectedEvent, existing = forum) =>
  changesView.project(event, reading(existing)).map(({ document }) => document as unknown as ChangesDocument);
const changesOf = (event: ProjectedEvent, existing = forum): string[] =>
  documents(event, existing).flatMap(({ rows }) => rows.map(({ topic, kind, rowId }) => `${topic} ${kind} ${rowId}`));

const ofThread = ['thread:10 thread 10', 'section:1 summary 10'];
const ofReply = ['thread:10 post 20', 'thread:10 summary 10', 'section:1 summary 10'];
const recounted = ['section:1 recount 10'];
const ofMember = ['users list 101'];
const ofReport = ['audit list 0', 'reports list 40'];
const ofStaff = ['audit list 0'];

/** Expected changes when a moderator causes each event on other members' content; no other event changes a row. */
const expected: Partial<Record<EventType, string[]>> = {
  'UserRegistered.v1': ofMember,
  'UserVerified.v1': ofMember,
  'AccountChanged.v1': ['site member 101', ...ofMember],
  'UserErased.v1': ofMember,
  'RoleCreated.v1': ofStaff,
  'RoleChanged.v1': ofStaff,
  'RoleDeleted.v1': ofStaff,
  'RoleRestored.v1': ofStaff,
  'RoleKeyGiven.v1': ofStaff,
  'RoleKeyTaken.v1': ofStaff,
  'RoleGiven.v1': ['site member 101', ...ofStaff, ...ofMember],
  'MemberBanned.v1': [...ofStaff, ...ofMember],
  'MemberUnbanned.v1': [...ofStaff, ...ofMember],
  'MemberLeft.v1': ['site member 101', ...ofStaff, ...ofMember],
  'SectionCreated.v1': ofStaff,
  'SectionChanged.v1': ofStaff,
  'SectionDeleted.v1': ofStaff,
  'SectionRestored.v1': ofStaff,
  'SectionsOrdered.v1': ofStaff,
  'SubsectionCreated.v1': ofStaff,
  'SubsectionChanged.v1': ofStaff,
  'SubsectionDeleted.v1': ofStaff,
  'SubsectionRestored.v1': ofStaff,
  'SubsectionsOrdered.v1': ofStaff,
  'PrefixesSet.v1': ofStaff,
  'PermissionsSet.v1': ofStaff,
  'ThreadCreated.v1': [...ofThread, 'profile:101 profile 101', 'member:102 notified 102'],
  'ThreadEdited.v1': [...ofThread, ...ofStaff, 'member:101 notified 101'],
  'ThreadPrefixSet.v1': [...ofThread, ...ofStaff],
  'ThreadSolutionSet.v1': [...ofThread, ...ofStaff],
  'ThreadLocked.v1': [...ofThread, ...ofStaff, 'member:101 notified 101'],
  'ThreadUnlocked.v1': [...ofThread, ...ofStaff, 'member:101 notified 101'],
  'ThreadPinned.v1': [...ofThread, ...ofStaff],
  'ThreadUnpinned.v1': [...ofThread, ...ofStaff],
  'ThreadMoved.v1': [
    ...ofThread,
    'subsection:2 summary 10',
    ...recounted,
    'subsection:2 recount 10',
    ...ofStaff,
    'reports list 0',
    'member:101 notified 101',
  ],
  'ThreadDeleted.v1': [...ofThread, ...recounted, 'profile:101 profile 101', ...ofStaff, 'member:101 notified 101'],
  'ThreadRestored.v1': [...ofThread, ...recounted, 'profile:101 profile 101', ...ofStaff, 'member:101 notified 101'],
  'ReplyPosted.v1': [
    ...['thread:10 post 20', 'thread:10 post 19', ...ofReply.slice(1)],
    ...['profile:101 profile 101', 'member:101 notified 101', 'member:102 notified 102'],
  ],
  'ReplyEdited.v1': ['thread:10 post 20', ...ofStaff, 'member:102 notified 102'],
  'ReplyDeleted.v1': [...ofReply, ...recounted, 'profile:102 profile 102', ...ofStaff, 'member:102 notified 102'],
  'ReplyRestored.v1': [...ofReply, ...recounted, 'profile:102 profile 102', ...ofStaff, 'member:102 notified 102'],
  'Reacted.v1': ['thread:10 post 20'],
  'Followed.v1': [
    ...['profile:101 profile 101', 'profile:102 profile 102'],
    ...['member:102 notified 102', 'member:101 follows 102'],
  ],
  'Unfollowed.v1': ['profile:101 profile 101', 'profile:102 profile 102', 'member:101 follows 102'],
  'Ignored.v1': ['member:101 notified 101'],
  'Unignored.v1': ['member:101 notified 101'],
  'WatchSet.v1': ['member:102 notified 102'],
  'WallPosted.v1': ['profile:102 wallpost 30', 'member:102 notified 102'],
  'WallPostDeleted.v1': ['profile:102 wallpost 30', ...ofStaff, 'member:101 notified 101', 'member:102 notified 102'],
  'WallPostRestored.v1': ['profile:102 wallpost 30', ...ofStaff, 'member:101 notified 101', 'member:102 notified 102'],
  'ReportFiled.v1': ['reports list 40'],
  'ReportTaken.v1': ofReport,
  'ReportResolved.v1': [...ofReport, 'member:101 notified 101'],
  'ReportReopened.v1': ofReport,
  'ReportNoted.v1': ofReport,
  'ThemeSaved.v1': ofStaff,
  'ThemePublished.v1': ofStaff,
  'LogoChanged.v1': ofStaff,
  'SettingsChanged.v1': ofStaff,
};

describe('changes caused by an event', () => {
  test.each(eventTypes.map((type) => [type, expected[type] ?? []] as const))(
    'projects %s to the changes %j',
    (type, changes) => {
      expect(changesOf(sample(type))).toEqual(changes);
    },
  );

  test('stores one change document per event with its position and time', () => {
    const document = { id: position, rows: [{ topic: 'thread:10', kind: 'post', rowId: 20 }], at };
    expect(changesView.project(sample('Reacted.v1'), reading(forum))).toEqual([{ collection: 'changes', document }]);
    expect(documents(sample('ReplyEdited.v1'))).toHaveLength(1);
    expect(documents({ ...sample('Reacted.v1'), metadata: {} })[0]?.at).toBe('');
  });

  test('a reaction to the opening post is recorded as a change to the thread', () => {
    expect(changesOf(sample('Reacted.v1', { kind: 'thread', id: 10 }))).toEqual(ofThread);
    expect(changesOf(sample('Reacted.v1', { kind: 'thread', id: 99, threadId: 99 }))).toEqual([]);
  });

  test('notifies the authors of the reply that is the solution and of the one that was', () => {
    const former = { ...post, id: 19, authorId: 104 };
    const marked = sample('ThreadSolutionSet.v1', { postId: post.id, before: former.id });
    expect(changesOf(marked, { ...forum, posts: [post, former] }).slice(-2)).toEqual([
      'member:102 notified 102',
      'member:104 notified 104',
    ]);
  });

  test('a change to a wall reply includes the parent post', () => {
    const replied = ['profile:102 wallreply 31', 'profile:102 wallpost 30'];
    const reply = { ...wallPost, id: 31, parentId: 30 };
    expect(changesOf(sample('WallPosted.v1', { wallPostId: 31, parentId: 30 })).slice(0, 2)).toEqual(replied);
    expect(
      changesOf(sample('WallPostDeleted.v1', { wallPostId: 31 }), { ...forum, wallposts: [wallPost, reply] }).slice(
        0,
        2,
      ),
    ).toEqual(replied);
  });

  test('a change includes only the missing row itself if related documents are missing', () => {
    const nothing = { threads: [], posts: [], wallposts: [], reports: [] };
    for (const type of ['ThreadLocked.v1', 'ThreadDeleted.v1', 'ReplyDeleted.v1', 'ReplyEdited.v1'] as const) {
      expect(changesOf(sample(type), nothing)).toEqual([]);
    }
    expect(changesOf(sample('WallPostDeleted.v1', {}, { actorId: '101' }), nothing)).toEqual([]);
    expect(changesOf(sample('ReplyPosted.v1', { mentions: [] }), nothing)).toEqual([
      ...['thread:10 post 20', 'thread:10 post 19', 'profile:101 profile 101'],
    ]);
  });
});
