import type { DomainEvent } from '../events.js';
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
  ...gamesUndo,
};

export const listChangedFields = ({ type, data }: DomainEvent): string[] =>
  [everyTable[type]?.[0](data as never) ?? []].flat();

export const buildOppositeCommand = <Table extends UndoTable>(table: Table, { type, data }: DomainEvent) =>
  (table[type]?.[1]?.(data as never) ?? null) as CommandOf<Table> | null;

export const canBeUndone = ({ type }: DomainEvent): boolean => Boolean(everyTable[type]?.[1]);

export interface RecordedEvent {
  id: string;
  event: DomainEvent;
  undoes: string | null;
}

/** Ignores undone changes. @param since the action and all later events @returns null if no field has changed */
export function findFieldChangedSince(action: RecordedEvent, since: readonly RecordedEvent[]): string | null {
  for (const field of listChangedFields(action.event)) {
    if (!isStillSetBy(action.id, field, since)) return field;
  }
  return null;
}

/** After an undo, the value counts as set both by the undo and by whatever had set it before the undone event. */
function isStillSetBy(eventId: string, field: string, since: readonly RecordedEvent[]): boolean {
  let setters = new Set<string>();
  const settersBefore = new Map<string, ReadonlySet<string>>();
  for (const { id, event, undoes } of since) {
    if (!listChangedFields(event).includes(field)) continue;
    settersBefore.set(id, setters);
    setters = new Set([id, ...((undoes !== null && settersBefore.get(undoes)) || [])]);
  }
  return setters.has(eventId);
}
