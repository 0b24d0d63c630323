import { upcastEvent } from '@guildhall/domain/events.js';
import { createEventReference, type EventReference } from '@guildhall/event-store/event-reference.js';
import type { EventLog, Position, StoredEvent } from '@guildhall/event-store/port.js';

export interface AccountEvents {
  registered: Set<number>;
  verified: Set<number>;
  erased: Set<number>;
  ended: EndedSessions[];
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
    registered: new Set(),
    verified: new Set(),
    erased: new Set(),
    ended: [],
    last: null,
  };
  for (let events = await log.readAll(position, pageSize); events.length > 0;) {
    for (const event of events) recordEvent(accountEvents, event);
    const last = events.at(-1) as StoredEvent;
    accountEvents.last = createEventReference(last);
    events = await log.readAll(last.position, pageSize);
  }
  return accountEvents;
}

function recordEvent(
  { registered, verified, erased, ended }: AccountEvents,
  { type, data, metadata }: StoredEvent,
): void {
  const event = upcastEvent(type, data);
  switch (event?.type) {
    case 'UserRegistered.v1':
      registered.add(event.data.userId);
      break;
    case 'UserVerified.v1':
      verified.add(event.data.userId);
      break;
    case 'UserErased.v1':
    case 'MemberLeft.v1':
      erased.add(event.data.userId);
      break;
    case 'SessionsEnded.v1':
      ended.push({ ...event.data, at: metadata['at'] ?? '' });
      break;
  }
}
