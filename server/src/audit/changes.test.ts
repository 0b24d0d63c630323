import { upcastEvent, type DomainEvent, type EventType } from '@guildhall/domain/events.js';
import { samples } from '@guildhall/domain/testing/samples.js';
import { describe, expect, test } from 'vitest';
import { describeChange, SealedText, type EntryChange } from './changes.js';

type Data<T extends EventType> = Extract<DomainEvent, { type: T }>['data'];
type Fields = EntryChange['before'];

const formatRole = (roleId: number) => `role ${roleId}`;
const createText = (sealed: string) => new SealedText(sealed);

function changeOfSample<T extends EventType>(
  type: T,
  data: Partial<Data<T>> = {},
  textBefore: unknown = null,
): EntryChange {
  const event = upcastEvent(type, { ...samples[type], ...data });
  if (!event) throw new Error(`There is no event ${type}`);
  return describeChange(event, textBefore, formatRole);
}

const place = (section_id: number, subsection_id: number | null) => ({ section_id, subsection_id });
const noBan = { banned: false, reason: null, until: null };
const builder = { name: 'builder', display_name: 'Builder', description: 'Builds' };
const news = {
  name: 'news',
  display_name: 'News',
  description: 'All of it',
  icon: 'news',
  allow_threads_direct: true,
  rules: 'Be kind',
  questions: true,
};
const builds = { name: 'builds', display_name: 'Builds', description: '', icon: 'default' };
const buildGameServer = (name: string) => ({
  name,
  mode: 'survival',
  address: 'survival.example.org:25565',
  edition: 'both',
  ranks: [{ role: 'role 77', rank: 'builder' }],
  templates: samples['GameServerChanged.v1'].templates,
  conflicts: { bans: 'last', ranks: 'site' },
  highest_role: 'role 77',
  bans_on_site: false,
});
const { entries } = samples['PermissionsSet.v1'];
const matrix = entries.map(({ roleId, ...flags }) => ({ role_id: roleId, ...flags }));
const active = { deleted: false };
const deletion = { deleted: true };
const textsBefore = { title: '~101.dA', content: '~101.Yw' };

const rows: Partial<Record<EventType, [before: Fields, after: Fields]>> = {
  'RoleGiven.v1': [{ role: 'role 2' }, { role: 'role 1' }],
  'MemberBanned.v1': [
    noBan,
    { banned: true, reason: createText('~101.cmVhc29u'), until: '2027-01-01T00:00:00.000Z', site_only: true },
  ],
  'MemberUnbanned.v1': [{ ...noBan, banned: true }, noBan],
  'MemberLeft.v1': [{ role: 'role 2' }, { erased: true, texts: true }],
  'RoleCreated.v1': [null, { ...builder, color: '#2e9e5b' }],
  'RoleChanged.v1': [builder, { ...builder, display_name: 'Master builder', color: '#2e9e5b' }],
  'RoleKeyGiven.v1': [{ lock_topics: false }, { lock_topics: true }],
  'RoleKeyTaken.v1': [{ lock_topics: true }, { lock_topics: false }],
  'RoleDeleted.v1': [
    { ...active, holders: 1 },
    { ...deletion, holders: 1 },
  ],
  'RoleRestored.v1': [
    { ...deletion, holders: 1 },
    { ...active, holders: 1 },
  ],
  'ApiKeyCreated.v1': [
    null,
    {
      name: 'Backup',
      role: 'role 77',
      scopes: ['read', 'write:forum'],
      until: '2027-01-01T00:00:00.000Z',
      calls_per_minute: 60,
    },
  ],
  'ApiKeyRevoked.v1': [{ revoked: false }, { revoked: true }],
  'SectionCreated.v1': [null, news],
  'SectionChanged.v1': [
    news,
    { ...news, description: 'Most of it', icon: 'star', allow_threads_direct: false, rules: 'No spam' },
  ],
  'SectionDeleted.v1': [active, deletion],
  'SectionRestored.v1': [deletion, active],
  'SectionsOrdered.v1': [{ order: [1, 3] }, { order: [3, 1] }],
  'SubsectionCreated.v1': [null, builds],
  'SubsectionChanged.v1': [builds, { ...builds, description: 'Yours', icon: 'idea' }],
  'SubsectionDeleted.v1': [active, deletion],
  'SubsectionRestored.v1': [deletion, active],
  'SubsectionsOrdered.v1': [{ order: [2, 4] }, { order: [4, 2] }],
  'PrefixesSet.v1': [{ prefixes: [] }, { prefixes: [{ id: 71, label: 'Bug', color: 'red' }] }],
  'PermissionsSet.v1': [{ entries: [] }, { entries: matrix }],
  'ThreadLocked.v1': [{ locked: false }, { locked: true }],
  'ThreadUnlocked.v1': [{ locked: true }, { locked: false }],
  'ThreadPinned.v1': [{ sticky: false }, { sticky: true }],
  'ThreadUnpinned.v1': [{ sticky: true }, { sticky: false }],
  'ThreadSolutionSet.v1': [{ solution_id: null }, { solution_id: 11 }],
  'ThreadPrefixSet.v1': [{ prefix_id: null }, { prefix_id: 71 }],
  'ThreadMoved.v1': [place(1, null), place(1, 2)],
  'ThreadDeleted.v1': [active, deletion],
  'ThreadRestored.v1': [deletion, active],
  'ReplyDeleted.v1': [active, deletion],
  'ReplyRestored.v1': [deletion, active],
  'WallPostDeleted.v1': [active, deletion],
  'WallPostRestored.v1': [deletion, active],
  'UploadRemoved.v1': [
    { deleted: false, picture: '0a1b2c3d4e5f60718293a4b5c6d7e8f9' },
    { deleted: true, picture: '0a1b2c3d4e5f60718293a4b5c6d7e8f9' },
  ],
  'ThemeSaved.v1': [null, { name: 'Ocean', css: '--color-bg: #001122;' }],
  'ThemePublished.v1': [{ live: 'default' }, { live: 'ocean' }],
  'LogoChanged.v1': [{ light_logo: null }, { light_logo: '/pictures/0a1b.webp' }],
  'SettingsChanged.v1': [{ name: 'Guildhall' }, { name: 'Blockhold' }],
  // The audit view stores the previous values, which these events do not contain.
  'ThreadEdited.v1': [
    { title: createText('~101.dA'), content: createText('~101.Yw') },
    { title: createText('~101.dGl0bGU'), content: createText('~101.dGV4dDI') },
  ],
  'ReplyEdited.v1': [{ content: createText('~101.Yw') }, { content: createText('~101.dGV4dDI') }],
  'GameServerCreated.v1': [null, buildGameServer('Survival')],
  'GameServerChanged.v1': [buildGameServer('Survival'), buildGameServer('Skyblock')],
  'GameServerRemoved.v1': [{ deleted: false }, { deleted: true }],
  'GameAccountLinked.v1': [{ linked: false }, { linked: true }],
  'GameAccountUnlinked.v1': [{ linked: true }, { linked: false }],
  'PlayerBanned.v1': [
    { banned: false, reason: null, until: null },
    { banned: true, reason: createText('~101.cmVhc29u'), until: '2027-01-01T00:00:00.000Z' },
  ],
  'PlayerUnbanned.v1': [
    { banned: true, reason: null, until: null },
    { banned: false, reason: null, until: null },
  ],
  'LedgerReset.v1': [
    { position: 12, note: null },
    { position: 5, note: createText('~90.cmVhc29u') },
  ],
  'ReportTaken.v1': [{ status: 'open' }, { status: 'taken' }],
  'ReportResolved.v1': [{ status: 'open' }, { status: 'resolved', answer: createText('~101.dGV4dA') }],
  'ReportReopened.v1': [{ status: 'open' }, { status: 'open' }],
  'ReportNoted.v1': [null, { note: createText('~103.dGV4dA') }],
};
const types = Object.keys(samples) as EventType[];
const listValuesBefore = (type: EventType) => (type.startsWith('Report') ? { status: 'open' } : textsBefore);

describe('values before and after a staff action', () => {
  test.each(types.filter((type) => rows[type]))('records the values before and after %s', (type) => {
    const [before, after] = rows[type] ?? [];
    expect(changeOfSample(type, {}, listValuesBefore(type))).toEqual({ before, after });
  });

  test('records a move within the structure in both directions', () => {
    const [outside, inside] = [
      { sectionId: 1, subsectionId: null },
      { sectionId: 3, subsectionId: 4 },
    ];
    expect(changeOfSample('ThreadMoved.v1', { ...inside, before: outside })).toEqual({
      before: place(1, null),
      after: place(3, 4),
    });
    expect(changeOfSample('ThreadMoved.v1', { ...outside, before: inside })).toEqual({
      before: place(3, 4),
      after: place(1, null),
    });
  });

  test('records the previous value if another one replaces it', () => {
    const ban = { reason: null, until: '2026-12-01T00:00:00.000Z' };
    expect(changeOfSample('MemberBanned.v1', { before: ban }).before).toEqual({ banned: true, ...ban });
    expect(changeOfSample('ThemeSaved.v1', { css: null, before: 'old' })).toEqual({
      before: { name: 'Ocean', css: 'old' },
      after: null,
    });
    const logos = { logo: null, before: '/pictures/2c.webp' };
    expect(changeOfSample('LogoChanged.v1', { ...logos, ground: undefined })).toEqual({
      before: { logo: '/pictures/2c.webp' },
      after: { logo: null },
    });
  });
});

test.each(types.filter((type) => !rows[type]))('records no change for %s, which is not a staff action', (type) => {
  expect(changeOfSample(type)).toEqual({ before: null, after: null });
});
