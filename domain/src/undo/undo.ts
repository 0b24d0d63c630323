import type { DomainEvent } from '../events.js';
import { postUndo, settingsUndo, staffUndo, structureUndo, themeUndo, threadUndo, wallUndo } from './tables.js';

type UndoTable = Record<
  string,
  readonly [(data: never) => string | string[], ((data: never) => unknown) | null] | null
>;
type CommandOf<Table> = {
  [T in keyof Table]: Table[T] extends readonly [unknown, ((data: never) => infer Command) | null] | null
    ? Command
    : never;
}[keyof Table];

const everyTable: UndoTable = {
  ...threadUndo,
  ...postUndo,
  ...wallUndo,
  ...settingsUndo,
  ...themeUndo,
  ...staffUndo,
  ...structureUndo,
};

/** The names of the state's fields that an event changes; none where nothing of it can be undone. */
export const fieldsOf = ({ type, data }: DomainEvent): string[] => [everyTable[type]?.[0](data as never) ?? []].flat();

/** The command that undoes an event of the table's aggregate; null where none does. */
export const oppositeOf = <Table extends UndoTable>(table: Table, { type, data }: DomainEvent) =>
  (table[type]?.[1]?.(data as never) ?? null) as CommandOf<Table> | null;

/** Whether an event is of a kind that has an opposite: no erasures and no texts. */
export const canBeUndone = ({ type }: DomainEvent): boolean => Boolean(everyTable[type]?.[1]);

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
