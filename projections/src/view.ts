import type { DomainEvent, EventType } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { DocumentId, ViewDocument, ViewSchema } from './view-store.js';

export type ProjectedEvent = DomainEvent & Pick<StoredEvent, 'id' | 'position' | 'revision' | 'stream' | 'metadata'>;

/**
 * Copy the document instead of changing it. Returns null if the document is not in memory, in which case `project` is
 * called again once it has been read.
 */
export type Get = <T extends ViewDocument>(collection: string, id: DocumentId) => T | null;

/** Documents are created and changed faster if they already have `pos`, which the runner sets. */
export interface Change {
  collection: string;
  document: { id: DocumentId } & Record<string, unknown>;
}

/** A view is pure except for `get`, and sees its events in log order. */
export interface View {
  schema: ViewSchema;
  /** `project` is called only for these events. Omitted if most event types may change the view. */
  events?: readonly EventType[];
  project(event: ProjectedEvent, get: Get): Change[];
}

export type EventOf<T extends EventType> = Extract<ProjectedEvent, { type: T }>;

export type Handlers = { [T in EventType]?: (event: EventOf<T>, get: Get) => Change[] };

export function createView(schema: ViewSchema, handlers: Handlers): View {
  const events = Object.keys(handlers) as EventType[];
  return {
    schema,
    events,
    project: (event, get) => {
      const handle: View['project'] | undefined = handlers[event.type];
      return handle?.(event, get) ?? [];
    },
  };
}
