import { describe, expect, test } from 'vitest';
import type { DomainEvent, EventType } from '../events.js';
import { defaultSettings, type SiteSettings } from '../settings/site-settings.js';
import { samples } from '../testing/samples.js';
import { canBeUndone, findFieldChangedSince, listChangedFields, buildOppositeCommand } from './undo.js';
import {
  gamesUndo,
  postUndo,
  settingsUndo,
  staffUndo,
  structureUndo,
  themeUndo,
  threadUndo,
  wallUndo,
} from './tables.js';

type Of<T extends EventType> = Extract<DomainEvent, { type: T }>;
type Undo = [fields: string[], inverse: unknown];

const buildSample = <T extends EventType>(type: T, change: Partial<Of<T>['data']> = {}): Of<T> =>
  ({ type, data: { ...samples[type], ...change } }) as unknown as Of<T>;

function testUndo<Table extends Parameters<typeof buildOppositeCommand>[0]>(
  name: string,
  table: Table,
  kinds: Record<keyof Table, Undo>,
) {
  test.each(Object.entries<Undo>(kinds))(
    `the undo of a ${name} event returns the opposite command of %s, if there is one`,
    (type, [fields, inverse]) => {
      const event = buildSample(type as EventType);
      expect(listChangedFields(event)).toEqual(fields);
      expect(buildOppositeCommand(table, event)).toEqual(inverse);
      const changedField = findFieldChangedSince({ id: 'a', event, undoes: null }, []);
      expect(changedField).toBe(fields[0] ?? null);
      expect(canBeUndone(event)).toBe(inverse !== null);
      if (fields.length > 1) expect(wholeAndPart.map(([whole]) => whole.type)).toContain(type);
    },
  );
}

describe('fields and inverse commands of undoable events', () => {
  testUndo('thread', threadUndo, {
    'ThreadCreated.v1': [[], null],
    'ThreadEdited.v1': [['text of thread 10'], null],
    'ThreadPrefixSet.v1': [['prefix of thread 10'], { type: 'ChangeThread', prefixId: null, isRestore: true }],
    'ThreadSolutionSet.v1': [['solution of thread 10'], { type: 'SetSolution', postId: null, isRestore: true }],
    'ThreadLocked.v1': [['lock of thread 10'], { type: 'ChangeThread', locked: false }],
    'ThreadUnlocked.v1': [['lock of thread 10'], { type: 'ChangeThread', locked: true }],
    'ThreadPinned.v1': [['pin of thread 10'], { type: 'ChangeThread', sticky: false }],
    'ThreadUnpinned.v1': [['pin of thread 10'], { type: 'ChangeThread', sticky: true }],
    'ThreadMoved.v1': [
      ['place of thread 10'],
      { type: 'MoveThread', place: { sectionId: 1, subsectionId: null }, isRestore: true },
    ],
    'ThreadDeleted.v1': [['thread 10'], { type: 'RestoreThread' }],
    'ThreadRestored.v1': [['thread 10'], { type: 'DeleteThread' }],
  });

  testUndo('reply', postUndo, {
    'ReplyPosted.v1': [[], null],
    'ReplyEdited.v1': [['text of reply 20'], null],
    'ReplyDeleted.v1': [['reply 20'], { type: 'RestoreReply' }],
    'ReplyRestored.v1': [['reply 20'], { type: 'DeleteReply' }],
  });

  testUndo('wall post', wallUndo, {
    'WallPosted.v1': [[], null],
    'WallPostDeleted.v1': [['wall post 30'], { type: 'RestoreWallPost' }],
    'WallPostRestored.v1': [['wall post 30'], { type: 'DeleteWallPost' }],
  });

  testUndo('settings', settingsUndo, {
    'SettingsChanged.v1': [['setting name'], { type: 'ChangeSettings', changes: { name: 'Guildhall' } }],
  });

  testUndo('theme', themeUndo, {
    'ThemeSaved.v1': [['theme ocean'], { type: 'RemoveTheme', name: 'Ocean' }],
    'ThemePublished.v1': [['the live theme'], { type: 'PublishTheme', name: 'default' }],
    'LogoChanged.v1': [['the logo for light backgrounds'], { type: 'ChangeLogo', logo: null, ground: 'light' }],
  });

  const builder = { name: 'builder', displayName: 'Builder', description: 'Builds' };
  testUndo('staff', staffUndo, {
    'RoleCreated.v1': [['role 77'], { type: 'DeleteRole', roleId: 77 }],
    'RoleChanged.v1': [['name of role 77'], { type: 'ChangeRole', roleId: 77, ...builder }],
    'RoleDeleted.v1': [['role 77'], { type: 'RestoreRole', roleId: 77, holders: [101] }],
    'RoleRestored.v1': [['role 77'], { type: 'DeleteRole', roleId: 77 }],
    'RoleKeyGiven.v1': [['lock_topics of role 77'], { type: 'TakeKey', roleId: 77, key: 'lock_topics' }],
    'RoleKeyTaken.v1': [['lock_topics of role 77'], { type: 'GiveKey', roleId: 77, key: 'lock_topics' }],
    'RoleGiven.v1': [['role of member 101'], { type: 'GiveRole', userId: 101, roleId: 2, isRestore: true }],
    'MemberBanned.v1': [['ban of member 101'], { type: 'Unban', userId: 101 }],
    'MemberUnbanned.v1': [
      ['ban of member 101'],
      { type: 'Ban', userId: 101, reason: null, until: null, isRestore: true },
    ],
    'MemberLeft.v1': [['role of member 101', 'ban of member 101'], null],
    'ApiKeyCreated.v1': [['key 60'], null],
    'ApiKeyRevoked.v1': [['key 60'], null],
  });

  const serverId = 90;
  const fields = samples['GameServerChanged.v1'].before;
  testUndo('game', gamesUndo, {
    'GameServerCreated.v1': [['game server 90'], { type: 'RemoveGameServer', serverId }],
    'GameServerChanged.v1': [
      ['fields of game server 90'],
      { type: 'ChangeGameServer', serverId, fields, isRestore: true },
    ],
    'GameServerRemoved.v1': [
      ['game server 90'],
      { type: 'RestoreGameServer', serverId, fields: samples['GameServerRemoved.v1'].before },
    ],
    'GameAccountLinked.v1': [['link of player 95'], { type: 'UnlinkAccount', accountId: 95 }],
    'GameAccountUnlinked.v1': [
      ['link of player 95'],
      { type: 'LinkAccount', accountId: 95, userId: 101, serverId: null, isRestore: true },
    ],
    'PlayerBanned.v1': [['ban of player 95'], { type: 'UnbanPlayer', accountId: 95 }],
    'PlayerUnbanned.v1': [
      ['ban of player 95'],
      { type: 'BanPlayer', accountId: 95, reason: null, until: null, isRestore: true },
    ],
  });

  const subsection = { subsectionId: 2, name: 'builds', displayName: 'Builds', description: '', icon: 'default' };
  testUndo('structure', structureUndo, {
    'SectionCreated.v1': [['section 1'], { type: 'DeleteSection', sectionId: 1 }],
    'SectionChanged.v1': [
      ['fields of section 1'],
      { type: 'ChangeSection', section: samples['SectionChanged.v1'].before },
    ],
    'SectionDeleted.v1': [['section 1'], { type: 'RestoreSection', sectionId: 1 }],
    'SectionRestored.v1': [['section 1'], { type: 'DeleteSection', sectionId: 1 }],
    'SectionsOrdered.v1': [['order of the sections'], { type: 'OrderSections', sectionIds: [1, 3] }],
    'SubsectionCreated.v1': [['subsection 2'], { type: 'DeleteSubsection', subsectionId: 2 }],
    'SubsectionChanged.v1': [['fields of subsection 2'], { type: 'ChangeSubsection', subsection }],
    'SubsectionDeleted.v1': [['subsection 2'], { type: 'RestoreSubsection', subsectionId: 2 }],
    'SubsectionRestored.v1': [['subsection 2'], { type: 'DeleteSubsection', subsectionId: 2 }],
    'SubsectionsOrdered.v1': [
      ['order of the subsections of section 1'],
      { type: 'OrderSubsections', sectionId: 1, subsectionIds: [2, 4] },
    ],
    'PrefixesSet.v1': [['prefixes of section 1'], { type: 'SetPrefixes', sectionId: 1, prefixes: [], created: [] }],
    'PermissionsSet.v1': [
      ['permissions of section 1'],
      { type: 'SetPermissions', place: { sectionId: 1, subsectionId: null }, entries: [], isRestore: true },
    ],
  });
});

test('an undo restores the value that an event replaced', () => {
  const ban = { reason: '~101.cmVhc29u', until: null, siteOnly: true } as const;
  expect(buildOppositeCommand(staffUndo, buildSample('MemberBanned.v1', { before: ban }))).toEqual({
    type: 'Ban',
    userId: 101,
    ...ban,
    isRestore: true,
  });
  const themeSaved = buildSample('ThemeSaved.v1', { before: '--color-bg: #000;' });
  expect(buildOppositeCommand(themeUndo, themeSaved)).toEqual({
    type: 'SaveTheme',
    name: 'Ocean',
    css: '--color-bg: #000;',
    publish: false,
  });
  expect(listChangedFields(buildSample('PermissionsSet.v1', { subsectionId: 2 }))).toEqual([
    'permissions of subsection 2',
  ]);
});

const wholeAndPart: [whole: DomainEvent, parts: DomainEvent[]][] = [
  [
    buildSample('SettingsChanged.v1', { changes: defaultSettings, before: defaultSettings }),
    (Object.keys(defaultSettings) as (keyof SiteSettings)[]).map((key) =>
      buildSample('SettingsChanged.v1', { changes: { [key]: defaultSettings[key] }, before: {} }),
    ),
  ],
  [buildSample('MemberLeft.v1'), [buildSample('RoleGiven.v1'), buildSample('MemberBanned.v1')]],
];

test.each(wholeAndPart)('an undo compares every field that $type changed', (event, parts) => {
  const action = { id: 'a', event, undoes: null };
  const findFieldChangedBy = (...later: DomainEvent[]) =>
    findFieldChangedSince(action, [
      action,
      ...later.map((laterEvent, n) => ({ id: `b${n}`, event: laterEvent, undoes: null })),
    ]);
  expect(findFieldChangedBy()).toBeNull();
  const fields = parts.map((part) => findFieldChangedBy(part));
  expect(fields).not.toContain(null);
  expect(new Set(fields).size).toBe(parts.length);
  for (const [n, part] of parts.entries()) {
    const later = { id: 'b', event: part, undoes: null };
    const undo = { id: 'c', event: part, undoes: 'b' };
    expect(findFieldChangedSince(action, [action, later, undo]), String(fields[n])).toBeNull();
  }
});

test('an undo is not available for events of other aggregates', () => {
  for (const type of ['UserErased.v1', 'Reacted.v1', 'Followed.v1', 'ReportTaken.v1', 'PlayersCounted.v1'] as const) {
    expect(canBeUndone(buildSample(type))).toBe(false);
  }
});
