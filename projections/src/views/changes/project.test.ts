import { eventTypes, type EventType } from '@guildhall/domain/events.js';
import { describe, expect, test } from 'vitest';
import { at, forum, getFrom, position, post, sample, wallPost } from '../../testing/sample-events.js';
import type { ProjectedEvent } from '../../view.js';
import type { ChangesDocument } from './document.js';
import { changesView } from './project.js';

const listDocuments = (event: ProjectedEvent, existing = forum) =>
  changesView.project(event, getFrom(existing)).map(({ document }) => document as unknown as ChangesDocument);
const listChanges = (event: ProjectedEvent, existing = forum): string[] =>
  listDocuments(event, existing).flatMap(({ rows }) =>
    rows.map(({ topic, kind, rowId }) => `${topic} ${kind} ${rowId}`),
  );

const threadTopics = ['thread:10 thread 10', 'section:1 summary 10'];
const ofReply = ['thread:10 post 20', 'thread:10 summary 10', 'section:1 summary 10'];
const recountRows = ['section:1 recount 10'];
const memberTopics = ['users list 101'];
const reportTopics = ['audit list 0', 'reports list 40'];
const auditTopics = ['audit list 0'];
const linkTopics = ['profile:101 reload 0', ...auditTopics, ...memberTopics, 'member:101 notified 101'];
const textTopics = [...auditTopics, 'reports list 0'];

/** The changes expected when a moderator causes each event on other members' content. Other events change no row. */
const expected: Partial<Record<EventType, string[]>> = {
  'UserRegistered.v1': memberTopics,
  'UserVerified.v1': memberTopics,
  'AccountChanged.v1': ['site member 101', ...memberTopics],
  'UserErased.v1': memberTopics,
  'RoleCreated.v1': auditTopics,
  'RoleChanged.v1': auditTopics,
  'RoleDeleted.v1': auditTopics,
  'RoleRestored.v1': auditTopics,
  'RoleKeyGiven.v1': auditTopics,
  'RoleKeyTaken.v1': auditTopics,
  'ApiKeyCreated.v1': auditTopics,
  'ApiKeyRevoked.v1': auditTopics,
  'GameServerCreated.v1': auditTopics,
  'GameServerChanged.v1': auditTopics,
  'GameServerRemoved.v1': auditTopics,
  'GameAccountLinked.v1': linkTopics,
  'GameAccountUnlinked.v1': linkTopics,
  'PlayerBanned.v1': auditTopics,
  'PlayerUnbanned.v1': auditTopics,
  'LedgerReset.v1': auditTopics,
  'RoleGiven.v1': ['site member 101', ...auditTopics, ...memberTopics],
  'MemberBanned.v1': [...auditTopics, ...memberTopics],
  'MemberUnbanned.v1': [...auditTopics, ...memberTopics],
  'MemberLeft.v1': ['site member 101', ...auditTopics, ...memberTopics],
  'SectionCreated.v1': auditTopics,
  'SectionChanged.v1': auditTopics,
  'SectionDeleted.v1': auditTopics,
  'SectionRestored.v1': auditTopics,
  'SectionsOrdered.v1': auditTopics,
  'SubsectionCreated.v1': auditTopics,
  'SubsectionChanged.v1': auditTopics,
  'SubsectionDeleted.v1': auditTopics,
  'SubsectionRestored.v1': auditTopics,
  'SubsectionsOrdered.v1': auditTopics,
  'PrefixesSet.v1': auditTopics,
  'PermissionsSet.v1': auditTopics,
  'ThreadCreated.v1': [...threadTopics, 'profile:101 profile 101', 'member:102 notified 102'],
  'ThreadEdited.v1': [...threadTopics, ...textTopics, 'member:101 notified 101'],
  'ThreadPrefixSet.v1': [...threadTopics, ...auditTopics],
  'ThreadSolutionSet.v1': [...threadTopics, ...auditTopics],
  'ThreadLocked.v1': [...threadTopics, ...auditTopics, 'member:101 notified 101'],
  'ThreadUnlocked.v1': [...threadTopics, ...auditTopics, 'member:101 notified 101'],
  'ThreadPinned.v1': [...threadTopics, ...auditTopics],
  'ThreadUnpinned.v1': [...threadTopics, ...auditTopics],
  'ThreadMoved.v1': [
    ...threadTopics,
    'subsection:2 summary 10',
    ...recountRows,
    'subsection:2 recount 10',
    ...textTopics,
    'member:101 notified 101',
  ],
  'ThreadDeleted.v1': [
    ...threadTopics,
    ...recountRows,
    'profile:101 profile 101',
    ...textTopics,
    'member:101 notified 101',
  ],
  'ThreadRestored.v1': [
    ...threadTopics,
    ...recountRows,
    'profile:101 profile 101',
    ...textTopics,
    'member:101 notified 101',
  ],
  'ReplyPosted.v1': [
    'thread:10 post 20',
    'thread:10 post 19',
    ...ofReply.slice(1),
    'profile:101 profile 101',
    'member:101 notified 101',
    'member:102 notified 102',
  ],
  'ReplyEdited.v1': ['thread:10 post 20', ...textTopics, 'member:102 notified 102'],
  'ReplyDeleted.v1': [...ofReply, ...recountRows, 'profile:102 profile 102', ...textTopics, 'member:102 notified 102'],
  'ReplyRestored.v1': [...ofReply, ...recountRows, 'profile:102 profile 102', ...textTopics, 'member:102 notified 102'],
  'Reacted.v1': ['thread:10 post 20'],
  'Followed.v1': [
    'profile:101 profile 101',
    'profile:102 profile 102',
    'member:102 notified 102',
    'member:101 follows 102',
  ],
  'Unfollowed.v1': ['profile:101 profile 101', 'profile:102 profile 102', 'member:101 follows 102'],
  'Ignored.v1': ['member:101 preferences 101'],
  'Unignored.v1': ['member:101 preferences 101'],
  'MemberMuted.v1': ['member:101 preferences 101'],
  'MemberUnmuted.v1': ['member:101 preferences 101'],
  'WatchSet.v1': ['member:102 preferences 102'],
  'WallPosted.v1': ['profile:102 wallpost 30', 'member:102 notified 102', 'member:104 notified 104'],
  'WallPostDeleted.v1': [
    'profile:102 wallpost 30',
    ...textTopics,
    'member:101 notified 101',
    'member:102 notified 102',
  ],
  'WallPostRestored.v1': [
    'profile:102 wallpost 30',
    ...textTopics,
    'member:101 notified 101',
    'member:102 notified 102',
  ],
  'ReportFiled.v1': ['reports list 40'],
  'ReportTaken.v1': reportTopics,
  'ReportResolved.v1': [...reportTopics, 'member:101 notified 101'],
  'ReportReopened.v1': reportTopics,
  'ReportNoted.v1': reportTopics,
  'UploadRemoved.v1': [...textTopics, 'upload:0a1b2c3d4e5f60718293a4b5c6d7e8f9 reload 0'],
  'ThemeSaved.v1': auditTopics,
  'ThemePublished.v1': auditTopics,
  'LogoChanged.v1': auditTopics,
  'SettingsChanged.v1': auditTopics,
};

describe('changes caused by an event', () => {
  test.each(eventTypes.map((type) => [type, expected[type] ?? []] as const))(
    'projects %s to the changes %j',
    (type, changes) => {
      expect(listChanges(sample(type))).toEqual(changes);
    },
  );

  test('stores one change document per event with its position and time', () => {
    const document = { id: position, rows: [{ topic: 'thread:10', kind: 'post', rowId: 20 }], at };
    expect(changesView.project(sample('Reacted.v1'), getFrom(forum))).toEqual([{ collection: 'changes', document }]);
    expect(listDocuments(sample('ReplyEdited.v1'))).toHaveLength(1);
    expect(listDocuments({ ...sample('Reacted.v1'), metadata: {} })[0]?.at).toBe('');
  });

  test('a reaction to the opening post is recorded as a change to the thread', () => {
    expect(listChanges(sample('Reacted.v1', { kind: 'thread', id: 10 }))).toEqual(threadTopics);
    expect(listChanges(sample('Reacted.v1', { kind: 'thread', id: 99, threadId: 99 }))).toEqual([]);
  });

  test('notifies the authors of the reply that is the solution and of the one that was', () => {
    const former = { ...post, id: 19, authorId: 104 };
    const solutionEvent = sample('ThreadSolutionSet.v1', { postId: post.id, before: former.id });
    expect(listChanges(solutionEvent, { ...forum, posts: [post, former] }).slice(-2)).toEqual([
      'member:102 notified 102',
      'member:104 notified 104',
    ]);
  });

  test('a change to a wall reply includes the parent post', () => {
    const wallReplyTopics = ['profile:102 wallreply 31', 'profile:102 wallpost 30'];
    const reply = { ...wallPost, id: 31, parentId: 30 };
    expect(listChanges(sample('WallPosted.v1', { wallPostId: 31, parentId: 30 })).slice(0, 2)).toEqual(wallReplyTopics);
    expect(
      listChanges(sample('WallPostDeleted.v1', { wallPostId: 31 }), { ...forum, wallposts: [wallPost, reply] }).slice(
        0,
        2,
      ),
    ).toEqual(wallReplyTopics);
  });

  test('a change includes only the missing row itself if related documents are missing', () => {
    const emptyForum = { threads: [], posts: [], wallposts: [], reports: [] };
    expect(listChanges(sample('ThreadLocked.v1'), emptyForum)).toEqual([]);
    for (const type of ['ThreadDeleted.v1', 'ReplyDeleted.v1', 'ReplyEdited.v1', 'WallPostDeleted.v1'] as const) {
      expect(listChanges(sample(type, {}, { actorId: '101' }), emptyForum)).toEqual(['reports list 0']);
    }
    expect(listChanges(sample('ReplyPosted.v1', { mentions: [] }), emptyForum)).toEqual([
      'thread:10 post 20',
      'thread:10 post 19',
      'profile:101 profile 101',
    ]);
  });
});
