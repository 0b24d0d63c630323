import type { DomainEvent, EventType } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { DocumentId, ViewDocument, ViewSchema } from './view-store.js';

/** An event as the projections see it: upcast to its newest version, with its place in the log. */
export type ProjectedEvent = DomainEvent & Pick<StoredEvent, 'id' | 'position' | 'revision' | 'stream' | 'metadata'>;

/**
 * Returns a document of this generation before the event, or null if there is none. Never change it: copy it. Also
 * returns null for a document that is not in memory; the result of `project` is then discarded, and `project` is called
 * again once the document has been read.
 */
export type Get = <T extends ViewDocument>(collection: string, id: DocumentId) => T | null;

/**
 * A document's new state; the runner sets its `pos`. Documents that already have the field are created and changed
 * faster.
 */
export interface Change {
  collection: string;
  document: { id: DocumentId } & Record<string, unknown>;
}

/**
 * One read model: its collections and how an event changes them. Pure except for `get`. Every view sees its events in
 * log order, exactly once as far as its documents show.
 */
export interface View {
  schema: ViewSchema;
  /** The types of the events that may change it; `project` is called for no others. Absent if most types may. */
  events?: readonly EventType[];
  project(event: ProjectedEvent, get: Get): Change[];
}

export type EventOf<T extends EventType> = Extract<ProjectedEvent, { type: T }>;

export type Handlers = { [T in EventType]?: (event: EventOf<T>, get: Get) => Change[] };

/** Creates a view with a handler for each type of event that changes it. */
export function viewOf(schema: ViewSchema, handlers: Handlers): View {
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
