import { eventTypes, type EventType } from '@guildhall/domain/events.js';
import { describe, expect, test } from 'vitest';
import { at, forum, moderator, position, post, getFrom, report, sample, thread } from '../../testing/sample-events.js';
import type { ProjectedEvent } from '../../view.js';
import type { AuditDocument } from './document.js';
import { auditView } from './project.js';

const project = (event: ProjectedEvent, audit: AuditDocument[] = []) =>
  auditView.project(event, getFrom({ ...forum, audit })).map(({ document }) => document as unknown as AuditDocument);
function projectEntry(event: ProjectedEvent): string | null {
  const [entry] = project(event);
  return entry ? `${entry.area} ${entry.subject} ${entry.personId}` : null;
}

/** The entries expected when a moderator causes each event on other members' content. */
const entries: Partial<Record<EventType, string>> = {
  'RoleGiven.v1': 'staff member:101 101',
  'MemberBanned.v1': 'staff member:101 101',
  'MemberUnbanned.v1': 'staff member:101 101',
  'MemberLeft.v1': 'staff member:101 101',
  'RoleCreated.v1': 'staff role:77 null',
  'RoleChanged.v1': 'staff role:77 null',
  'RoleDeleted.v1': 'staff role:77 null',
  'RoleRestored.v1': 'staff role:77 null',
  'RoleKeyGiven.v1': 'staff role:77 null',
  'RoleKeyTaken.v1': 'staff role:77 null',
  'ApiKeyCreated.v1': 'staff key:60 null',
  'ApiKeyRevoked.v1': 'staff key:60 null',
  'SectionCreated.v1': 'structure section:1 null',
  'SectionChanged.v1': 'structure section:1 null',
  'SectionDeleted.v1': 'structure section:1 null',
  'SectionRestored.v1': 'structure section:1 null',
  'SectionsOrdered.v1': 'structure site:0 null',
  'SubsectionCreated.v1': 'structure subsection:2 null',
  'SubsectionChanged.v1': 'structure subsection:2 null',
  'SubsectionDeleted.v1': 'structure subsection:2 null',
  'SubsectionRestored.v1': 'structure subsection:2 null',
  'SubsectionsOrdered.v1': 'structure section:1 null',
  'PrefixesSet.v1': 'structure section:1 null',
  'PermissionsSet.v1': 'structure section:1 null',
  'ThreadEdited.v1': 'threads thread:10 101',
  'ThreadPrefixSet.v1': 'threads thread:10 101',
  'ThreadSolutionSet.v1': 'threads thread:10 101',
  'ThreadLocked.v1': 'threads thread:10 101',
  'ThreadUnlocked.v1': 'threads thread:10 101',
  'ThreadPinned.v1': 'threads thread:10 101',
  'ThreadUnpinned.v1': 'threads thread:10 101',
  'ThreadMoved.v1': 'threads thread:10 101',
  'ThreadDeleted.v1': 'threads thread:10 101',
  'ThreadRestored.v1': 'threads thread:10 101',
  'ReplyEdited.v1': 'replies post:20 102',
  'ReplyDeleted.v1': 'replies post:20 102',
  'ReplyRestored.v1': 'replies post:20 102',
  'WallPostDeleted.v1': 'walls wallpost:30 101',
  'WallPostRestored.v1': 'walls wallpost:30 101',
  'ReportTaken.v1': 'reports report:40 null',
  'ReportResolved.v1': 'reports report:40 null',
  'ReportReopened.v1': 'reports report:40 null',
  'ReportNoted.v1': 'reports report:40 null',
  'UploadRemoved.v1': 'staff member:101 101',
  'GameServerCreated.v1': 'games server:90 null',
  'GameServerChanged.v1': 'games server:90 null',
  'GameServerRemoved.v1': 'games server:90 null',
  'GameAccountLinked.v1': 'games player:95 101',
  'GameAccountUnlinked.v1': 'games player:95 101',
  'PlayerBanned.v1': 'games player:95 null',
  'PlayerUnbanned.v1': 'games player:95 null',
  'LedgerReset.v1': 'games server:90 null',
  'ThemeSaved.v1': 'theme theme:0 null',
  'ThemePublished.v1': 'theme theme:0 null',
  'LogoChanged.v1': 'theme theme:0 null',
  'SettingsChanged.v1': 'settings site:0 null',
};

describe('audit log', () => {
  test.each(eventTypes.map((type) => [type, entries[type] ?? null] as const))(
    'the audit log records %s by a moderator as %s',
    (type, entry) => {
      expect(projectEntry(sample(type))).toBe(entry);
    },
  );

  test.each([
    ['ThreadEdited.v1', '101', null],
    ['ThreadDeleted.v1', '101', null],
    ['ThreadRestored.v1', '101', 'threads thread:10 101'],
    ['ThreadLocked.v1', '101', 'threads thread:10 101'],
    ['ThreadDeleted.v1', '102', 'threads thread:10 101'],
    ['ReplyEdited.v1', '102', null],
    ['ReplyDeleted.v1', '102', null],
    ['ReplyRestored.v1', '102', 'replies post:20 102'],
    ['WallPostDeleted.v1', '101', null],
    ['WallPostDeleted.v1', '102', null],
    ['WallPostRestored.v1', '101', 'walls wallpost:30 101'],
    ['MemberLeft.v1', '101', null],
    ['GameAccountLinked.v1', '101', null],
    ['GameAccountUnlinked.v1', '101', null],
  ] as const)("the audit log omits members' changes to their own content: %s by %s is %s", (type, actorId, entry) => {
    expect(projectEntry(sample(type, {}, { actorId }))).toBe(entry);
  });

  test.each(['SectionCreated.v1', 'SubsectionCreated.v1', 'PermissionsSet.v1', 'MemberLeft.v1'] as const)(
    'the audit log omits %s by the installation',
    (type) => {
      for (const actorId of ['system', '', 'x1', '1x']) expect(projectEntry(sample(type, {}, { actorId }))).toBeNull();
      const { metadata: _, ...event } = sample(type);
      expect(projectEntry({ ...event, metadata: {} })).toBeNull();
    },
  );

  test('the audit log omits events of missing threads and replies', () => {
    for (const event of [sample('ThreadLocked.v1', { threadId: 99 }), sample('ReplyRestored.v1', { postId: 99 })]) {
      expect(projectEntry(event)).toBeNull();
    }
  });

  test('the audit log writes a single collection and ignores events without an audit entry', () => {
    expect(auditView.project(sample('Followed.v1'), getFrom(forum))).toEqual([]);
    const audit = [{ ...project(sample('ThreadLocked.v1'))[0], id: 'a', pos: position }];
    const changes = auditView.project(sample('ThreadUnlocked.v1', {}, { undoes: 'a' }), getFrom({ ...forum, audit }));
    expect(changes.map(({ collection }) => collection)).toEqual(['audit', 'audit']);
  });

  test('an audit entry identifies the subsection whose permissions were set', () => {
    expect(projectEntry(sample('PermissionsSet.v1', { subsectionId: 2 }))).toBe('structure subsection:2 null');
  });

  test('an audit entry stores the complete event with actor, reason and time', () => {
    const event = sample('MemberBanned.v1', {}, { reason: 'sealed', undoes: 'none', correlationId: 'call' });
    expect(project(event)).toEqual([
      {
        id: event.id,
        order: `${at} ${position}`,
        stream: event.stream,
        revision: event.revision,
        type: event.type,
        area: 'staff',
        actorId: Number(moderator),
        subject: 'member:101',
        personId: 101,
        at,
        reason: 'sealed',
        data: event.data,
        before: null,
        batch: 'call',
        undoes: 'none',
        undoneBy: null,
      },
    ]);
    expect(project(sample('MemberBanned.v1'))[0]).toMatchObject({ reason: null, undoes: null });
    expect(project({ ...sample('MemberBanned.v1'), metadata: {} })[0]).toMatchObject({
      at: '',
      order: ` ${position}`,
      actorId: null,
    });
  });

  test.each(['system', '0', '-1', '1.5', ''])('an audit entry stores no actor id and no batch for %j', (actorId) => {
    const event = sample('ThreadLocked.v1', {}, { actorId, correlationId: 'call' });
    expect(project(event)[0]).toMatchObject({ actorId: null, batch: null });
  });

  test('audit entries store the earlier state of posts and reports', () => {
    const findValueBefore = (event: ProjectedEvent) => project(event)[0]?.before;
    expect(findValueBefore(sample('ThreadEdited.v1'))).toEqual({ title: thread.title, content: thread.content });
    expect(findValueBefore(sample('ReplyEdited.v1'))).toEqual({ content: post.content });
    expect(findValueBefore(sample('ThreadLocked.v1'))).toBeNull();
    expect(findValueBefore(sample('ReplyDeleted.v1'))).toBeNull();
    for (const type of ['ReportTaken.v1', 'ReportResolved.v1', 'ReportReopened.v1'] as const) {
      expect(findValueBefore(sample(type))).toEqual({ status: report.status });
      expect(findValueBefore(sample(type, { reportId: 99 }))).toBeNull();
    }
    expect(findValueBefore(sample('ReportNoted.v1'))).toBeNull();
  });
});

describe('undo in the audit log', () => {
  const buildEntryEvent = (id: string, undoes: string | null, undoneBy: string | null = null): AuditDocument => ({
    id,
    undoes,
    undoneBy,
    pos: position,
    order: '',
    stream: '',
    revision: 0,
    type: 'ThreadLocked.v1',
    area: 'threads',
    actorId: 1,
    subject: 'thread:10',
    personId: null,
    at,
    reason: null,
    batch: null,
    data: {},
    before: null,
  });
  const projectUndo = (undoes: string, audit: AuditDocument[]) =>
    project(sample('ThreadUnlocked.v1', {}, { undoes }), audit)
      .slice(1)
      .map(({ id, undoneBy }) => [id, undoneBy]);

  test('an undo marks the undone audit entry', () => {
    expect(projectUndo('a', [buildEntryEvent('a', null)])).toEqual([['a', 'event-7']]);
    expect(project(sample('ThreadUnlocked.v1', {}, { undoes: 'a' }), [buildEntryEvent('a', null)])[1]).toEqual({
      ...buildEntryEvent('a', null),
      undoneBy: 'event-7',
    });
  });

  test('undoing an undo makes the first audit entry valid again', () => {
    const two = [buildEntryEvent('a', null, 'b'), buildEntryEvent('b', 'a')];
    expect(projectUndo('b', two)).toEqual([
      ['b', 'event-7'],
      ['a', null],
    ]);
    expect(
      projectUndo('c', [buildEntryEvent('a', null), buildEntryEvent('b', 'a', 'c'), buildEntryEvent('c', 'b')]),
    ).toEqual([
      ['c', 'event-7'],
      ['b', null],
      ['a', 'b'],
    ]);
  });

  test('ignores an undo of a missing audit entry', () => {
    expect(projectUndo('x', [buildEntryEvent('a', null)])).toEqual([]);
  });
});
