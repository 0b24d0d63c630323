import { upcastEvent, streams } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import type { Follower } from './log/follower.js';
import type { Services } from './services.js';

type HeldInMemory = Pick<Services, 'directory' | 'sessions' | 'vaultErasure'>;

/**
 * Keeps what this server holds in memory as the log has it, whichever server wrote it. Who may what counts at once, for
 * the gateway that is told next too; what is asked of the vault follows in its own time, however slow the vault is.
 */
export function refreshOnEvents(
  follower: Follower,
  services: HeldInMemory & Pick<Services, 'policy' | 'site' | 'status' | 'logWatermark'>,
  logger: Logger,
): void {
  let asked: Promise<void> = Promise.resolve();
  follower.onEvents((events) => {
    for (const event of events) {
      services.policy.apply(event);
      services.site.apply(event);
      if (event.stream === streams.settings) services.status.settingsChanged();
      const refresh = refreshOf(event, services);
      // A vault that is away only delays a name: whoever reads it next asks again.
      if (refresh)
        asked = asked.then(refresh).catch((error: unknown) => logger.warn({ err: error }, 'refreshing failed'));
    }
    const last = events.at(-1);
    if (last) services.logWatermark.reached(last.position);
  });
}

/** Drops at once what is no longer true. @returns what is to be read anew, where there is something */
function refreshOf(stored: StoredEvent, services: HeldInMemory): (() => Promise<void>) | null {
  const event = upcastEvent(stored.type, stored.data);
  switch (event?.type) {
    case 'UserRegistered.v1':
    case 'UserVerified.v1':
    case 'AccountChanged.v1':
      services.directory.invalidate(event.data.userId);
      return () => services.directory.refresh([event.data.userId]);
    case 'SessionsEnded.v1':
      services.sessions.forget(event.data.userId, event.data.sessionId);
      return null;
    case 'MemberBanned.v1':
      services.sessions.forget(event.data.userId, null);
      return null;
    case 'MemberLeft.v1':
    case 'UserErased.v1': {
      const mailsGone = services.vaultErasure.begun(event.data.userId, event.data.texts);
      return () => mailsGone;
    }
    default:
      return null;
  }
}
