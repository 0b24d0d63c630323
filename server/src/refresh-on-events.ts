import { upcastEvent, streams } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import type { Follower } from './log/follower.js';
import type { Services } from './services.js';

type InMemoryServices = Pick<Services, 'directory' | 'sessions' | 'uploads' | 'vaultErasure'>;

/** Updates permissions before the gateway is notified, without waiting for a slow vault. */
export function refreshOnEvents(
  follower: Follower,
  services: InMemoryServices &
    Pick<
      Services,
      'commands' | 'policy' | 'site' | 'status' | 'logWatermark' | 'lastChanges' | 'projectionLag' | 'ledger'
    >,
  logger: Logger,
): void {
  let refreshes: Promise<void> = Promise.resolve();
  follower.onEvents((events) => {
    for (const event of events) {
      services.commands.apply(event);
      services.policy.apply(event);
      services.site.apply(event);
      services.ledger.apply(event);
      services.lastChanges.apply(event);
      if (event.stream === streams.settings) services.status.applySettings();
      const refresh = findRefresh(event, services);
      if (refresh)
        refreshes = refreshes
          .then(refresh)
          .catch((error: unknown) => logger.warn({ err: error }, 'refreshing data after an event failed'));
    }
    const last = events.at(-1);
    if (!last) return;
    services.logWatermark.advance(last.position);
    services.projectionLag.recordPosition(last.position);
  });
}

function findRefresh(storedEvent: StoredEvent, services: InMemoryServices): (() => Promise<void>) | null {
  const event = upcastEvent(storedEvent.type, storedEvent.data);
  switch (event?.type) {
    case 'UserVerified.v1':
      services.directory.invalidate(event.data.userId);
      return () => services.directory.refreshVerified(event.data.userId);
    case 'UserRegistered.v1':
    case 'AccountChanged.v1':
      services.directory.invalidate(event.data.userId);
      return () => services.directory.refresh([event.data.userId]);
    case 'SessionsEnded.v1':
      services.sessions.forget(event.data.userId, event.data.sessionId);
      return null;
    case 'UploadRemoved.v1':
      services.uploads.hide(event.data.uploadId);
      return null;
    case 'MemberBanned.v1':
      services.sessions.forget(event.data.userId, null);
      return null;
    case 'MemberLeft.v1':
    case 'UserErased.v1': {
      const mailsGone = services.vaultErasure.recordStart(event.data.userId, event.data.texts);
      return () => mailsGone;
    }
    default:
      return null;
  }
}
