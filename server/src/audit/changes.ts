import type { DomainEvent } from '@guildhall/domain/events.js';
import type { PermissionEntry } from '@guildhall/domain/permissions.js';
import type { Ban, RoleNames } from '@guildhall/domain/staff/events.js';
import type { SectionData } from '@guildhall/domain/structure/events.js';
import type { Place } from '@guildhall/domain/structure/state.js';

export class SealedText {
  constructor(readonly sealed: string) {}
}

type FieldValues = Record<string, unknown>;
export interface EntryChange {
  before: FieldValues | null;
  after: FieldValues | null;
}

interface ChangeContext {
  recorded: FieldValues | null;
  roleName: (roleId: number) => string | null;
}

export function changeOf(event: DomainEvent, recorded: unknown, roleName: ChangeContext['roleName']): EntryChange {
  const change = changes[event.type] as ((data: unknown, context: ChangeContext) => EntryChange) | undefined;
  return change?.(event.data, { recorded: recorded as FieldValues | null, roleName }) ?? { before: null, after: null };
}

const changedFrom = (before: FieldValues | null, after: FieldValues | null): EntryChange => ({ before, after });

const booleanChange = (name: string, after: boolean): EntryChange => changedFrom({ [name]: !after }, { [name]: after });

const deletion = (deleted: boolean, more: FieldValues = {}): EntryChange =>
  changedFrom({ deleted: !deleted, ...more }, { deleted, ...more });

const sealed = (text: unknown): SealedText | null => (typeof text === 'string' ? new SealedText(text) : null);

const banFields = (ban: Ban | null): FieldValues => ({
  banned: ban !== null,
  reason: sealed(ban?.reason),
  until: ban?.until ?? null,
});

const roleFields = ({ name, displayName, description, color }: RoleNames): FieldValues => ({
  name,
  display_name: displayName,
  description,
  ...(color !== undefined && { color }),
});

type PlaceFields = Pick<SectionData, 'name' | 'displayName' | 'description' | 'icon' | 'rules' | 'questions'> &
  Partial<Pick<SectionData, 'allowThreadsDirect'>>;

const placeFields = ({ displayName, allowThreadsDirect, rules, questions, ...fields }: PlaceFields): FieldValues => ({
  name: fields.name,
  display_name: displayName,
  description: fields.description,
  icon: fields.icon,
  ...(allowThreadsDirect === undefined
    ? {}
    : { allow_threads_direct: allowThreadsDirect, rules: rules ?? '', questions: questions ?? false }),
});

const entryFields = (entries: readonly PermissionEntry[]): FieldValues => ({
  entries: entries.map(({ roleId, ...flags }) => ({ role_id: roleId, ...flags })),
});

const placeIds = (place: Place): FieldValues => ({ section_id: place.sectionId, subsection_id: place.subsectionId });

const css = (name: string, text: string | null): FieldValues | null => (text === null ? null : { name, css: text });

const placeCreated = (data: PlaceFields) => changedFrom(null, placeFields(data));
const placeChanged = (data: PlaceFields & { before: PlaceFields }) =>
  changedFrom(placeFields(data.before), placeFields(data));

const changes: { [E in DomainEvent as E['type']]?: (data: E['data'], context: ChangeContext) => EntryChange } = {
  'RoleGiven.v1': (data, { roleName }) => changedFrom({ role: roleName(data.before) }, { role: roleName(data.roleId) }),
  'MemberBanned.v1': (data) => changedFrom(banFields(data.before), banFields(data)),
  'MemberUnbanned.v1': (data) => changedFrom(banFields(data.before), banFields(null)),
  'MemberLeft.v1': (data, { roleName }) =>
    changedFrom({ role: roleName(data.roleId) }, { erased: true, texts: data.texts }),
  'RoleCreated.v1': (data) => changedFrom(null, roleFields(data)),
  'RoleChanged.v1': (data) => changedFrom(roleFields(data.before), roleFields(data)),
  'RoleKeyGiven.v1': ({ key }) => booleanChange(key, true),
  'RoleKeyTaken.v1': ({ key }) => booleanChange(key, false),
  'RoleDeleted.v1': ({ holders }) => deletion(true, { holders: holders.length }),
  'RoleRestored.v1': ({ holders }) => deletion(false, { holders: holders.length }),
  'SectionCreated.v1': placeCreated,
  'SubsectionCreated.v1': placeCreated,
  'SectionChanged.v1': placeChanged,
  'SubsectionChanged.v1': placeChanged,
  'SectionDeleted.v1': () => deletion(true),
  'SubsectionDeleted.v1': () => deletion(true),
  'SectionRestored.v1': () => deletion(false),
  'SubsectionRestored.v1': () => deletion(false),
  'SectionsOrdered.v1': ({ before, sectionIds }) => changedFrom({ order: before }, { order: sectionIds }),
  'SubsectionsOrdered.v1': ({ before, subsectionIds }) => changedFrom({ order: before }, { order: subsectionIds }),
  'PrefixesSet.v1': ({ before, prefixes }) => changedFrom({ prefixes: before }, { prefixes }),
  'PermissionsSet.v1': ({ before, entries }) => changedFrom(entryFields(before), entryFields(entries)),
  'ThreadLocked.v1': () => booleanChange('locked', true),
  'ThreadUnlocked.v1': () => booleanChange('locked', false),
  'ThreadPinned.v1': () => booleanChange('sticky', true),
  'ThreadUnpinned.v1': () => booleanChange('sticky', false),
  'ThreadPrefixSet.v1': ({ before, prefixId }) => changedFrom({ prefix_id: before }, { prefix_id: prefixId }),
  'ThreadSolutionSet.v1': ({ before, postId }) => changedFrom({ solution_id: before }, { solution_id: postId }),
  'ThreadMoved.v1': (data) => changedFrom(placeIds(data.before), placeIds(data)),
  'ThreadDeleted.v1': () => deletion(true),
  'ReplyDeleted.v1': () => deletion(true),
  'WallPostDeleted.v1': () => deletion(true),
  'ThreadRestored.v1': () => deletion(false),
  'ReplyRestored.v1': () => deletion(false),
  'WallPostRestored.v1': () => deletion(false),
  'ThreadEdited.v1': ({ title, content }, { recorded }) =>
    changedFrom(
      { title: sealed(recorded?.['title']), content: sealed(recorded?.['content']) },
      { title: sealed(title), content: sealed(content) },
    ),
  'ReplyEdited.v1': ({ content }, { recorded }) =>
    changedFrom({ content: sealed(recorded?.['content']) }, { content: sealed(content) }),
  'ThemeSaved.v1': (data) => changedFrom(css(data.name, data.before), css(data.name, data.css)),
  'ThemePublished.v1': ({ before, name }) => changedFrom({ live: before }, { live: name }),
  'LogoChanged.v1': ({ before, logo, ground }) =>
    ground ? changedFrom({ light_logo: before }, { light_logo: logo }) : changedFrom({ logo: before }, { logo }),
  'SettingsChanged.v1': (data) => changedFrom({ ...data.before }, { ...data.changes }),
  'UploadRemoved.v1': ({ uploadId }) => deletion(true, { picture: uploadId }),
  'ReportTaken.v1': (_, { recorded }) => changedFrom(recorded, { status: 'taken' }),
  'ReportResolved.v1': ({ answer }, { recorded }) =>
    changedFrom(recorded, { status: 'resolved', answer: sealed(answer) }),
  'ReportReopened.v1': (_, { recorded }) => changedFrom(recorded, { status: 'open' }),
  'ReportNoted.v1': ({ note }) => changedFrom(null, { note: sealed(note) }),
};
