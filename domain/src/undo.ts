import type { DomainEvent } from './events.js';
import { postFieldsOf } from './post/undo.js';
import { settingsFieldsOf } from './settings/undo.js';
import { staffFieldsOf } from './staff/undo.js';
import { structureFieldsOf } from './structure/undo.js';
import { themeFieldsOf } from './theme/undo.js';
import { threadFieldsOf } from './thread/undo.js';
import { wallFieldsOf } from './wall/undo.js';

/** The names of the state's fields that an event changes; none where nothing of it can be undone. */
function fieldsOf(event: DomainEvent): string[] {
  const { type } = event;
  if (hasPrefix(event, ['Thread'])) return threadFieldsOf(event);
  if (hasPrefix(event, ['ReplyEdited', 'ReplyDeleted', 'ReplyRestored'])) return postFieldsOf(event);
  if (hasPrefix(event, ['Section', 'Subsection', 'PrefixesSet', 'PermissionsSet'])) return structureFieldsOf(event);
  if (hasPrefix(event, ['Role', 'MemberBanned', 'MemberUnbanned', 'MemberLeft'])) return staffFieldsOf(event);
  if (hasPrefix(event, ['Theme', 'LogoChanged'])) return themeFieldsOf(event);
  if (hasPrefix(event, ['WallPost'])) return wallFieldsOf(event);
  return type === 'SettingsChanged.v1' ? settingsFieldsOf(event) : [];
}

const notUndoable: ReadonlySet<string> = new Set(['MemberLeft.v1', 'ThreadEdited.v1', 'ReplyEdited.v1']);

/** Whether an event is of a kind that has an opposite: no erasures and no texts. */
export function canBeUndone(event: DomainEvent): boolean {
  return fieldsOf(event).length > 0 && !notUndoable.has(event.type);
}

type WithPrefix<P extends string> = Extract<DomainEvent, { type: `${P}${string}` }>;
const hasPrefix = <P extends string>(event: DomainEvent, prefixes: readonly P[]): event is WithPrefix<P> =>
  prefixes.some((prefix) => event.type.startsWith(prefix));

/** An event of a stream as it was recorded; `undoes` is the id of the event that it undid. */
export interface RecordedEvent {
  id: string;
  event: DomainEvent;
  undoes: string | null;
}

/**
 * Whether every field that an action changed still has the value that the action gave it. `since`: the action itself
 * and all later events of its stream, in order. A field that was changed later counts as unchanged again once that
 * change has been undone.
 * @returns the name of the first changed field; null when there is none
 */
export function fieldChangedSince(action: RecordedEvent, since: readonly RecordedEvent[]): string | null {
  for (const field of fieldsOf(action.event)) {
    if (!isStillLeftBy(action.id, field, since)) return field;
  }
  return null;
}

/**
 * Whether this event gave the field its current value: after an undo, that is the undo or the event before what was
 * undone.
 */
function isStillLeftBy(eventId: string, field: string, since: readonly RecordedEvent[]): boolean {
  let leftBy = new Set<string>();
  const leftBefore = new Map<string, ReadonlySet<string>>();
  for (const { id, event, undoes } of since) {
    if (!fieldsOf(event).includes(field)) continue;
    leftBefore.set(id, leftBy);
    leftBy = new Set([id, ...((undoes !== null && leftBefore.get(undoes)) || [])]);
  }
  return leftBy.has(eventId);
}
