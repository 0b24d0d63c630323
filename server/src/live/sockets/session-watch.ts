import { upcastEvent, type EventType } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { LiveServer, LiveSocket } from './live-server.js';
import { isProgram } from '../../request/request-context.js';
import type { Services } from '../../services.js';

type Reason = 'logged-out' | 'erased' | 'banned';
const slotCount = 30;
/** These events can end API keys, because a key's creator may no longer be an Admin. */
const endsKeys: ReadonlySet<EventType> = new Set([
  'ApiKeyRevoked.v1',
  'RoleGiven.v1',
  'MemberBanned.v1',
  'MemberLeft.v1',
]);

/** Disconnects sockets as soon as the log reports the end of their session, or else at the next periodic check. */
export class SessionWatch {
  private readonly timer: NodeJS.Timeout;
  private slotIndex = 0;
  private isChecking = false;

  constructor(
    private readonly io: LiveServer,
    private readonly services: Services,
    everyMs: number,
  ) {
    this.timer = setInterval(() => void this.checkSome(), everyMs / slotCount);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  follow(storedEvent: StoredEvent): void {
    const event = upcastEvent(storedEvent.type, storedEvent.data);
    if (event?.type === 'SessionsEnded.v1') this.endSessions(event.data.userId, event.data.sessionId, 'logged-out');
    if (event?.type === 'MemberBanned.v1') this.endSessions(event.data.userId, null, 'banned');
    if (event?.type === 'MemberLeft.v1' || event?.type === 'UserErased.v1')
      this.endSessions(event.data.userId, null, 'erased');
    if (event && endsKeys.has(event.type)) this.endPrograms();
  }

  private async check(socket: LiveSocket): Promise<void> {
    const { identity } = socket.data;
    if (!identity) return;
    try {
      if (await this.services.sessions.isActive(identity)) return;
      this.end(socket, this.findReason(identity.userId));
    } catch (error) {
      this.services.logger.warn({ err: error }, 'a live session could not be checked');
    }
  }

  reportEndedSession(socket: LiveSocket): void {
    // The session may have ended since the handshake.
    if (socket.data.identity) return void this.check(socket);
    const claimedIdentity = this.services.sessions.readClaims(socket.handshake.headers.cookie);
    if (claimedIdentity) socket.emit('ended', { reason: this.findReason(claimedIdentity.userId) });
  }

  private findReason(userId: number): Reason {
    const { policy } = this.services;
    if (policy.isGone(userId)) return 'erased';
    return policy.findBan(userId) ? 'banned' : 'logged-out';
  }

  private endPrograms(): void {
    for (const socket of this.io.sockets.sockets.values()) {
      const { identity } = socket.data;
      if (identity && isProgram(identity) && !this.services.policy.isActiveProgram(identity.userId))
        this.end(socket, 'logged-out');
    }
  }

  private endSessions(userId: number, sessionId: string | null, reason: Reason): void {
    for (const socket of this.io.sockets.sockets.values()) {
      const { identity } = socket.data;
      if (identity?.userId !== userId) continue;
      if (sessionId === null || identity.sessionId === sessionId) this.end(socket, reason);
    }
  }

  private end(socket: LiveSocket, reason: Reason): void {
    socket.emit('ended', { reason });
    socket.disconnect(true);
  }

  private async checkSome(): Promise<void> {
    // Checks must not add load to a slow vault.
    if (this.isChecking) return;
    this.isChecking = true;
    await this.checkSlot().finally(() => (this.isChecking = false));
  }

  private async checkSlot(): Promise<void> {
    this.slotIndex = (this.slotIndex + 1) % slotCount;
    const sockets = [...this.io.sockets.sockets.values()].filter((_, n) => n % slotCount === this.slotIndex);
    for (const socket of sockets) await this.check(socket);
  }
}
