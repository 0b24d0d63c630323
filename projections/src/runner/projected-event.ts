import { upcastEvent } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { ProjectedEvent } from '../view.js';

/** Null for an event of an unknown type. */
export function projectedEvent(stored: StoredEvent): ProjectedEvent | null {
  const event = upcastEvent(stored.type, stored.data);
  const isNewest = event?.type === stored.type && event.data === stored.data;
  if (isNewest) return stored as ProjectedEvent; // as nearly every event of a rebuild, which costs no copy
  return event && { ...stored, ...event };
}
