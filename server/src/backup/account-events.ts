import { upcastEvent } from '@guildhall/domain/events.js';
import { createEventReference, type EventReference } from '@guildhall/event-store/event-reference.js';
import type { EventLog, Position, StoredEvent } from '@guildhall/event-store/port.js';
import { readLogPages } from '../stores/pages.js';

export interface AccountEvents {
  registeredIds: Set<number>;
  verifiedIds: Set<number>;
  erasedIds: Set<number>;
  endedSessions: EndedSessions[];
  last: EventReference | null;
}

/** A null `sessionId` ends all sessions that began no later than `at`. */
export interface EndedSessions {
  userId: number;
  sessionId: string | null;
  at: string;
}

const pageSize = 1_000;

export async function readAccountEventsAfter(
  log: Pick<EventLog, 'readAll'>,
  position: Position,
): Promise<AccountEvents> {
  const accountEvents: AccountEvents = {
    registeredIds: new Set(),
    verifiedIds: new Set(),
    erasedIds: new Set(),
    endedSessions: [],
    last: null,
  };
  for await (const events of readLogPages(log, position, pageSize)) {
    for (const event of events) recordEvent(accountEvents, event);
    accountEvents.last = createEventReference(events.at(-1) as StoredEvent);
  }
  return accountEvents;
}

function recordEvent(
  { registeredIds, verifiedIds, erasedIds, endedSessions }: AccountEvents,
  { type, data, metadata }: StoredEvent,
): void {
  const event = upcastEvent(type, data);
  switch (event?.type) {
    case 'UserRegistered.v1':
      registeredIds.add(event.data.userId);
      break;
    case 'UserVerified.v1':
      verifiedIds.add(event.data.userId);
      break;
    case 'UserErased.v1':
    case 'MemberLeft.v1':
      erasedIds.add(event.data.userId);
      break;
    case 'SessionsEnded.v1':
      endedSessions.push({ ...event.data, at: metadata['at'] ?? '' });
      break;
  }
}
