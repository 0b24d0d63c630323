import type { DomainEvent } from '@guildhall/domain/events.js';
import type { GameServerFields } from '@guildhall/domain/games/events.js';
import type { PermissionEntry } from '@guildhall/domain/permissions.js';
import type { MemberBan, RoleNames } from '@guildhall/domain/staff/events.js';
import type { SectionData } from '@guildhall/domain/structure/events.js';
import type { Place } from '@guildhall/domain/structure/state.js';

export class SealedText {
  constructor(readonly text: string) {}
}

type FieldValues = Record<string, unknown>;
export interface EntryChange {
  before: FieldValues | null;
  after: FieldValues | null;
}

interface ChangeContext {
  recordedFields: FieldValues | null;
  roleName: (roleId: number) => string | null;
}

export function describeChange(
  event: DomainEvent,
  recordedFields: unknown,
  roleName: ChangeContext['roleName'],
): EntryChange {
  const change = changes[event.type] as ((data: unknown, context: ChangeContext) => EntryChange) | undefined;
  return (
    change?.(event.data, { recordedFields: recordedFields as FieldValues | null, roleName }) ?? {
      before: null,
      after: null,
    }
  );
}

const createChange = (before: FieldValues | null, after: FieldValues | null): EntryChange => ({ before, after });

const createBooleanChange = (name: string, after: boolean): EntryChange =>
  createChange({ [name]: !after }, { [name]: after });

const createDeletionChange = (isDeleted: boolean, more: FieldValues = {}): EntryChange =>
  createChange({ deleted: !isDeleted, ...more }, { deleted: isDeleted, ...more });

const toSealedText = (text: unknown): SealedText | null => (typeof text === 'string' ? new SealedText(text) : null);

const toBanFields = (ban: MemberBan | null): FieldValues => ({
  banned: ban !== null,
  reason: toSealedText(ban?.reason),
  until: ban?.until ?? null,
  ...(ban?.siteOnly && { site_only: true }),
});

const toRoleFields = ({ name, displayName, description, color }: RoleNames): FieldValues => ({
  name,
  display_name: displayName,
  description,
  ...(color !== undefined && { color }),
});

type PlaceFields = Pick<SectionData, 'name' | 'displayName' | 'description' | 'icon' | 'rules' | 'questions'> &
  Partial<Pick<SectionData, 'allowThreadsDirect'>>;

const toPlaceFields = ({ displayName, allowThreadsDirect, rules, questions, ...fields }: PlaceFields): FieldValues => ({
  name: fields.name,
  display_name: displayName,
  description: fields.description,
  icon: fields.icon,
  ...(allowThreadsDirect === undefined
    ? {}
    : { allow_threads_direct: allowThreadsDirect, rules: rules ?? '', questions: questions ?? false }),
});

const toEntryFields = (entries: readonly PermissionEntry[]): FieldValues => ({
  entries: entries.map(({ roleId, ...flags }) => ({ role_id: roleId, ...flags })),
});

const toPlaceIds = (place: Place): FieldValues => ({ section_id: place.sectionId, subsection_id: place.subsectionId });

const toThemeFields = (name: string, text: string | null): FieldValues | null =>
  text === null ? null : { name, css: text };

const toGameServerFields = (
  { ranks, highestRoleId, bansOnSite, ...fields }: GameServerFields,
  { roleName }: ChangeContext,
): FieldValues => ({
  name: fields.name,
  mode: fields.mode,
  address: fields.address,
  edition: fields.edition,
  ranks: ranks.map(({ roleId, rank }) => ({ role: roleName(roleId), rank })),
  templates: fields.templates,
  conflicts: fields.conflicts,
  highest_role: roleName(highestRoleId),
  bans_on_site: bansOnSite,
});

const createPlaceCreation = (data: PlaceFields) => createChange(null, toPlaceFields(data));
const createPlaceChange = (data: PlaceFields & { before: PlaceFields }) =>
  createChange(toPlaceFields(data.before), toPlaceFields(data));

const changes: { [E in DomainEvent as E['type']]?: (data: E['data'], context: ChangeContext) => EntryChange } = {
  'RoleGiven.v1': (data, { roleName }) =>
    createChange({ role: roleName(data.before) }, { role: roleName(data.roleId) }),
  'MemberBanned.v1': (data) => createChange(toBanFields(data.before), toBanFields(data)),
  'MemberUnbanned.v1': (data) => createChange(toBanFields(data.before), toBanFields(null)),
  'MemberLeft.v1': (data, { roleName }) =>
    createChange({ role: roleName(data.roleId) }, { erased: true, texts: data.texts }),
  'RoleCreated.v1': (data) => createChange(null, toRoleFields(data)),
  'RoleChanged.v1': (data) => createChange(toRoleFields(data.before), toRoleFields(data)),
  'RoleKeyGiven.v1': ({ key }) => createBooleanChange(key, true),
  'RoleKeyTaken.v1': ({ key }) => createBooleanChange(key, false),
  'RoleDeleted.v1': ({ holders }) => createDeletionChange(true, { holders: holders.length }),
  'RoleRestored.v1': ({ holders }) => createDeletionChange(false, { holders: holders.length }),
  'ApiKeyCreated.v1': ({ name, roleId, scopes, until, callsPerMinute }, { roleName }) =>
    createChange(null, { name, role: roleName(roleId), scopes, until, calls_per_minute: callsPerMinute }),
  'ApiKeyRevoked.v1': () => createBooleanChange('revoked', true),
  'SectionCreated.v1': createPlaceCreation,
  'SubsectionCreated.v1': createPlaceCreation,
  'SectionChanged.v1': createPlaceChange,
  'SubsectionChanged.v1': createPlaceChange,
  'SectionDeleted.v1': () => createDeletionChange(true),
  'SubsectionDeleted.v1': () => createDeletionChange(true),
  'SectionRestored.v1': () => createDeletionChange(false),
  'SubsectionRestored.v1': () => createDeletionChange(false),
  'SectionsOrdered.v1': ({ before, sectionIds }) => createChange({ order: before }, { order: sectionIds }),
  'SubsectionsOrdered.v1': ({ before, subsectionIds }) => createChange({ order: before }, { order: subsectionIds }),
  'PrefixesSet.v1': ({ before, prefixes }) => createChange({ prefixes: before }, { prefixes }),
  'PermissionsSet.v1': ({ before, entries }) => createChange(toEntryFields(before), toEntryFields(entries)),
  'ThreadLocked.v1': () => createBooleanChange('locked', true),
  'ThreadUnlocked.v1': () => createBooleanChange('locked', false),
  'ThreadPinned.v1': () => createBooleanChange('sticky', true),
  'ThreadUnpinned.v1': () => createBooleanChange('sticky', false),
  'ThreadPrefixSet.v1': ({ before, prefixId }) => createChange({ prefix_id: before }, { prefix_id: prefixId }),
  'ThreadSolutionSet.v1': ({ before, postId }) => createChange({ solution_id: before }, { solution_id: postId }),
  'ThreadMoved.v1': (data) => createChange(toPlaceIds(data.before), toPlaceIds(data)),
  'ThreadDeleted.v1': () => createDeletionChange(true),
  'ReplyDeleted.v1': () => createDeletionChange(true),
  'WallPostDeleted.v1': () => createDeletionChange(true),
  'ThreadRestored.v1': () => createDeletionChange(false),
  'ReplyRestored.v1': () => createDeletionChange(false),
  'WallPostRestored.v1': () => createDeletionChange(false),
  'ThreadEdited.v1': ({ title, content }, { recordedFields }) =>
    createChange(
      { title: toSealedText(recordedFields?.['title']), content: toSealedText(recordedFields?.['content']) },
      { title: toSealedText(title), content: toSealedText(content) },
    ),
  'ReplyEdited.v1': ({ content }, { recordedFields }) =>
    createChange({ content: toSealedText(recordedFields?.['content']) }, { content: toSealedText(content) }),
  'ThemeSaved.v1': (data) => createChange(toThemeFields(data.name, data.before), toThemeFields(data.name, data.css)),
  'ThemePublished.v1': ({ before, name }) => createChange({ live: before }, { live: name }),
  'LogoChanged.v1': ({ before, logo, ground }) =>
    ground ? createChange({ light_logo: before }, { light_logo: logo }) : createChange({ logo: before }, { logo }),
  'SettingsChanged.v1': (data) => createChange({ ...data.before }, { ...data.changes }),
  'UploadRemoved.v1': ({ uploadId }) => createDeletionChange(true, { picture: uploadId }),
  'GameServerCreated.v1': (data, context) => createChange(null, toGameServerFields(data, context)),
  'GameServerChanged.v1': (data, context) =>
    createChange(toGameServerFields(data.before, context), toGameServerFields(data, context)),
  'GameServerRemoved.v1': () => createDeletionChange(true),
  'PlayerBanned.v1': (data) => createChange(toBanFields(data.before), toBanFields(data)),
  'PlayerUnbanned.v1': (data) => createChange(toBanFields(data.before), toBanFields(null)),
  'GameAccountLinked.v1': () => createBooleanChange('linked', true),
  'GameAccountUnlinked.v1': () => createBooleanChange('linked', false),
  'LedgerReset.v1': ({ from, to, reason }) =>
    createChange({ position: from, note: null }, { position: to, note: toSealedText(reason) }),
  'ReportTaken.v1': (_, { recordedFields }) => createChange(recordedFields, { status: 'taken' }),
  'ReportResolved.v1': ({ answer }, { recordedFields }) =>
    createChange(recordedFields, { status: 'resolved', answer: toSealedText(answer) }),
  'ReportReopened.v1': (_, { recordedFields }) => createChange(recordedFields, { status: 'open' }),
  'ReportNoted.v1': ({ note }) => createChange(null, { note: toSealedText(note) }),
};
