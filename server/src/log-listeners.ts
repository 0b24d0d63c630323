import { liftEvent, streams } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import { forgetUser, type ErasureParts } from './erasure.js';
import type { Follower } from './follower.js';
import type { Parts } from './parts.js';

/** Keeps what this server holds in memory as the log has it, whichever server wrote it. */
export function keepFresh(
  follower: Follower,
  parts: ErasureParts & Pick<Parts, 'site' | 'status'>,
  logger: Logger,
): void {
  follower.onEvents(async (events) => {
    for (const event of events) {
      parts.policy.apply(event);
      parts.site.apply(event);
      if (event.stream === streams.settings) parts.status.settingsChanged();
      // A vault that is away only delays a name: whoever reads it next asks again.
      await refresh(event, parts).catch((error: unknown) => logger.warn({ err: error }, 'refreshing a member failed'));
    }
  });
}

async function refresh(stored: StoredEvent, parts: ErasureParts): Promise<void> {
  const event = liftEvent(stored.type, stored.data);
  switch (event?.type) {
    case 'UserRegistered.v1':
    case 'UserVerified.v1':
    case 'AccountChanged.v1':
      return parts.directory.refresh([event.data.userId]);
    case 'SessionsEnded.v1':
      return parts.sessions.forget(event.data.userId, event.data.sessionId);
    case 'MemberBanned.v1':
      parts.sessions.forget(event.data.userId, null);
      // They count no more while the ban holds; so that they do not come back after it, they go.
      return parts.vault.endSessions(event.data.userId);
    case 'MemberLeft.v1':
    case 'UserErased.v1':
      return forgetUser(parts, event.data.userId);
    default:
      return;
  }
}
