import type { DomainEvent } from '@guildhall/domain/events.js';
import type { PermissionEntry } from '@guildhall/domain/permissions.js';
import type { Ban, RoleNames } from '@guildhall/domain/staff/events.js';
import type { SectionData } from '@guildhall/domain/structure/events.js';

/** A text that is opened before it is shown. */
export class SealedText {
  constructor(readonly sealed: string) {}
}

type FieldValues = Record<string, unknown>;
export interface EntryChange {
  before: FieldValues | null;
  after: FieldValues | null;
}

/**
 * What an event changed, as fields before and after, under the names that the calls use. `textBefore`: of an edit, the
 * sealed texts before it; of an event of a report, its status. `roleName`: the name of a role.
 */
export function changeOf(
  event: DomainEvent,
  textBefore: unknown,
  roleName: (roleId: number) => string | null,
): EntryChange {
  switch (event.type) {
    case 'RoleGiven.v1':
      return { before: { role: roleName(event.data.before) }, after: { role: roleName(event.data.roleId) } };
    case 'MemberBanned.v1':
      return { before: banFields(event.data.before), after: banFields(event.data) };
    case 'MemberUnbanned.v1':
      return { before: banFields(event.data.before), after: banFields(null) };
    case 'MemberLeft.v1':
      return { before: { role: roleName(event.data.roleId) }, after: { erased: true, texts: event.data.texts } };
    case 'RoleCreated.v1':
      return { before: null, after: roleFields(event.data) };
    case 'RoleChanged.v1':
      return { before: roleFields(event.data.before), after: roleFields(event.data) };
    case 'RoleKeyGiven.v1':
      return { before: { [event.data.key]: false }, after: { [event.data.key]: true } };
    case 'RoleKeyTaken.v1':
      return { before: { [event.data.key]: true }, after: { [event.data.key]: false } };
    case 'RoleDeleted.v1':
    case 'RoleRestored.v1':
      return deletion(event.type === 'RoleDeleted.v1', { holders: event.data.holders.length });
    default:
      return structureChange(event) ?? textChange(event, textBefore) ?? siteChange(event, textBefore);
  }
}

const flag = (name: string, after: boolean): EntryChange => ({ before: { [name]: !after }, after: { [name]: after } });

const deletion = (deleted: boolean, more: FieldValues = {}): EntryChange => ({
  before: { deleted: !deleted, ...more },
  after: { deleted, ...more },
});

const sealed = (text: string | null): SealedText | null => (text === null ? null : new SealedText(text));

const banFields = (ban: Ban | null): FieldValues => ({
  banned: ban !== null,
  reason: sealed(ban?.reason ?? null),
  until: ban?.until ?? null,
});

const roleFields = ({ name, displayName, description, color }: RoleNames): FieldValues => ({
  name,
  display_name: displayName,
  description,
  ...(color !== undefined && { color }),
});

type PlaceFields = Pick<SectionData, 'name' | 'displayName' | 'description' | 'icon' | 'rules'> &
  Partial<Pick<SectionData, 'allowThreadsDirect'>>;

const placeFields = ({
  name,
  displayName,
  description,
  icon,
  allowThreadsDirect,
  rules,
}: PlaceFields): FieldValues => ({
  name,
  display_name: displayName,
  description,
  icon,
  ...(allowThreadsDirect === undefined ? {} : { allow_threads_direct: allowThreadsDirect, rules: rules ?? '' }),
});

const entryFields = (entries: readonly PermissionEntry[]): FieldValues => ({
  entries: entries.map(({ roleId, ...flags }) => ({ role_id: roleId, ...flags })),
});

function structureChange(event: DomainEvent): EntryChange | null {
  switch (event.type) {
    case 'SectionCreated.v1':
    case 'SubsectionCreated.v1':
      return { before: null, after: placeFields(event.data) };
    case 'SectionChanged.v1':
    case 'SubsectionChanged.v1':
      return { before: placeFields(event.data.before), after: placeFields(event.data) };
    case 'SectionDeleted.v1':
    case 'SubsectionDeleted.v1':
      return deletion(true);
    case 'SectionRestored.v1':
    case 'SubsectionRestored.v1':
      return deletion(false);
    case 'SectionsOrdered.v1':
      return { before: { order: event.data.before }, after: { order: event.data.sectionIds } };
    case 'SubsectionsOrdered.v1':
      return { before: { order: event.data.before }, after: { order: event.data.subsectionIds } };
    case 'PrefixesSet.v1':
      return { before: { prefixes: event.data.before }, after: { prefixes: event.data.prefixes } };
    case 'PermissionsSet.v1':
      return { before: entryFields(event.data.before), after: entryFields(event.data.entries) };
    default:
      return null;
  }
}

function textChange(event: DomainEvent, textBefore: unknown): EntryChange | null {
  const before = textBefore as { title?: string; content?: string } | null;
  switch (event.type) {
    case 'ThreadLocked.v1':
    case 'ThreadUnlocked.v1':
      return flag('locked', event.type === 'ThreadLocked.v1');
    case 'ThreadPinned.v1':
    case 'ThreadUnpinned.v1':
      return flag('sticky', event.type === 'ThreadPinned.v1');
    case 'ThreadPrefixSet.v1':
      return { before: { prefix_id: event.data.before }, after: { prefix_id: event.data.prefixId } };
    case 'ThreadMoved.v1':
      return { before: placeOf(event.data.before), after: placeOf(event.data) };
    case 'ThreadDeleted.v1':
    case 'ReplyDeleted.v1':
    case 'WallPostDeleted.v1':
      return deletion(true);
    case 'ThreadRestored.v1':
    case 'ReplyRestored.v1':
    case 'WallPostRestored.v1':
      return deletion(false);
    case 'ThreadEdited.v1': {
      const { title, content } = event.data;
      return {
        before: { title: sealed(before?.title ?? null), content: sealed(before?.content ?? null) },
        after: { title: sealed(title), content: sealed(content) },
      };
    }
    case 'ReplyEdited.v1':
      return { before: { content: sealed(before?.content ?? null) }, after: { content: sealed(event.data.content) } };
    default:
      return null;
  }
}

const placeOf = (place: { sectionId: number; subsectionId: number | null }): FieldValues => ({
  section_id: place.sectionId,
  subsection_id: place.subsectionId,
});

function siteChange(event: DomainEvent, recorded: unknown): EntryChange {
  const before = recorded as FieldValues | null;
  switch (event.type) {
    case 'ThemeSaved.v1': {
      const css = (text: string | null) => (text === null ? null : { name: event.data.name, css: text });
      return { before: css(event.data.before), after: css(event.data.css) };
    }
    case 'ThemePublished.v1':
      return { before: { live: event.data.before }, after: { live: event.data.name } };
    case 'LogoChanged.v1':
      return event.data.ground
        ? { before: { light_logo: event.data.before }, after: { light_logo: event.data.logo } }
        : { before: { logo: event.data.before }, after: { logo: event.data.logo } };
    case 'SettingsChanged.v1':
      return { before: { ...event.data.before }, after: { ...event.data.changes } };
    case 'ReportTaken.v1':
      return { before, after: { status: 'taken' } };
    case 'ReportResolved.v1':
      return { before, after: { status: 'resolved', answer: sealed(event.data.answer) } };
    case 'ReportReopened.v1':
      return { before, after: { status: 'open' } };
    case 'ReportNoted.v1':
      return { before: null, after: { note: sealed(event.data.note) } };
    default:
      return { before: null, after: null };
  }
}
