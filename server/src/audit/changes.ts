import type { DomainEvent } from '@guildhall/domain/events.js';
import type { PermissionEntry } from '@guildhall/domain/permissions.js';
import type { Ban, RoleNames } from '@guildhall/domain/staff/events.js';

/** A text that is opened before it is shown. */
export class SealedText {
  constructor(readonly sealed: string) {}
}

type Facts = Record<string, unknown>;
export interface ActChange {
  before: Facts | null;
  after: Facts | null;
}

/**
 * What an act changed, as facts before and after, under the names that the calls use. `textBefore`: of an edit, the
 * sealed texts that stood before; of work on a report, its status. `roleName`: what a role is called.
 */
export function changeOf(
  event: DomainEvent,
  textBefore: unknown,
  roleName: (roleId: number) => string | null,
): ActChange {
  switch (event.type) {
    case 'RoleGiven.v1':
      return { before: { role: roleName(event.data.before) }, after: { role: roleName(event.data.roleId) } };
    case 'MemberBanned.v1':
      return { before: banFacts(event.data.before), after: banFacts(event.data) };
    case 'MemberUnbanned.v1':
      return { before: banFacts(event.data.before), after: banFacts(null) };
    case 'MemberLeft.v1':
      return { before: { role: roleName(event.data.roleId) }, after: { erased: true, texts: event.data.texts } };
    case 'RoleCreated.v1':
      return { before: null, after: roleFacts(event.data) };
    case 'RoleChanged.v1':
      return { before: roleFacts(event.data.before), after: roleFacts(event.data) };
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

const flag = (name: string, after: boolean): ActChange => ({ before: { [name]: !after }, after: { [name]: after } });

const deletion = (deleted: boolean, more: Facts = {}): ActChange => ({
  before: { deleted: !deleted, ...more },
  after: { deleted, ...more },
});

const sealed = (text: string | null): SealedText | null => (text === null ? null : new SealedText(text));

const banFacts = (ban: Ban | null): Facts => ({
  banned: ban !== null,
  reason: sealed(ban?.reason ?? null),
  until: ban?.until ?? null,
});

const roleFacts = ({ name, displayName, description }: RoleNames): Facts => ({
  name,
  display_name: displayName,
  description,
});

interface PlaceFacts {
  name: string;
  displayName: string;
  description: string;
  icon: string;
  allowThreadsDirect?: boolean;
}
const placeFacts = ({ name, displayName, description, icon, allowThreadsDirect }: PlaceFacts): Facts => ({
  name,
  display_name: displayName,
  description,
  icon,
  ...(allowThreadsDirect === undefined ? {} : { allow_threads_direct: allowThreadsDirect }),
});

const entryFacts = (entries: readonly PermissionEntry[]): Facts => ({
  entries: entries.map(({ roleId, ...flags }) => ({ role_id: roleId, ...flags })),
});

function structureChange(event: DomainEvent): ActChange | null {
  switch (event.type) {
    case 'SectionCreated.v1':
    case 'SubsectionCreated.v1':
      return { before: null, after: placeFacts(event.data) };
    case 'SectionChanged.v1':
    case 'SubsectionChanged.v1':
      return { before: placeFacts(event.data.before), after: placeFacts(event.data) };
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
    case 'PermissionsSet.v1':
      return { before: entryFacts(event.data.before), after: entryFacts(event.data.entries) };
    default:
      return null;
  }
}

function textChange(event: DomainEvent, textBefore: unknown): ActChange | null {
  const before = textBefore as { title?: string; content?: string } | null;
  switch (event.type) {
    case 'ThreadLocked.v1':
    case 'ThreadUnlocked.v1':
      return flag('locked', event.type === 'ThreadLocked.v1');
    case 'ThreadStuck.v1':
    case 'ThreadUnstuck.v1':
      return flag('sticky', event.type === 'ThreadStuck.v1');
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

const placeOf = (place: { sectionId: number; subsectionId: number | null }): Facts => ({
  section_id: place.sectionId,
  subsection_id: place.subsectionId,
});

function siteChange(event: DomainEvent, recorded: unknown): ActChange {
  const before = recorded as Facts | null;
  switch (event.type) {
    case 'ThemeSaved.v1': {
      const css = (text: string | null) => (text === null ? null : { name: event.data.name, css: text });
      return { before: css(event.data.before), after: css(event.data.css) };
    }
    case 'ThemePublished.v1':
      return { before: { live: event.data.before }, after: { live: event.data.name } };
    case 'LogoChanged.v1':
      return { before: { logo: event.data.before }, after: { logo: event.data.logo } };
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
