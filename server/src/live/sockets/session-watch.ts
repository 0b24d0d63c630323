import { liftEvent } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { Sessions } from '../../http/session.js';
import type { Policy } from '../../policy/policy.js';
import type { Logger } from 'pino';
import type { LiveServer, LiveSocket } from './live-server.js';

interface Dependencies {
  logger: Logger;
  policy: Policy;
  sessions: Sessions;
}

type Reason = 'logged-out' | 'erased' | 'banned';
const slots = 30;

/** Closes connections whose session has ended: at once when the log tells, and else when the session is asked again. */
export class SessionWatch {
  private readonly timer: NodeJS.Timeout;
  private turn = 0;
  private asking = false;

  /** Every connection asks its session once in `everyMs`; the asking is spread over that time. */
  constructor(
    private readonly io: LiveServer,
    private readonly services: Dependencies,
    everyMs: number,
  ) {
    this.timer = setInterval(() => void this.askSome(), everyMs / slots);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  follow(stored: StoredEvent): void {
    const event = liftEvent(stored.type, stored.data);
    if (event?.type === 'SessionsEnded.v1') this.endOf(event.data.userId, event.data.sessionId, 'logged-out');
    if (event?.type === 'MemberBanned.v1') this.endOf(event.data.userId, null, 'banned');
    if (event?.type === 'MemberLeft.v1' || event?.type === 'UserErased.v1')
      this.endOf(event.data.userId, null, 'erased');
  }

  /** Asks a socket's session and closes the connection if it has ended. A vault that is away ends nothing. */
  private async ask(socket: LiveSocket): Promise<void> {
    const { identity } = socket.data;
    if (!identity) return;
    try {
      if (await this.services.sessions.stands(identity)) return;
      this.end(socket, this.reasonOf(identity.userId));
    } catch (error) {
      this.services.logger.warn({ err: error }, 'a live session could not be checked');
    }
  }

  /** Whoever comes back with a session that ended meanwhile is a guest now, and is told why. */
  greet(socket: LiveSocket): void {
    if (socket.data.identity) return void this.ask(socket); // it may have ended between the handshake and now
    const claimed = this.services.sessions.claimed(socket.handshake.headers.cookie);
    if (claimed) socket.emit('ended', { reason: this.reasonOf(claimed.userId) });
  }

  private reasonOf(userId: number): Reason {
    const { policy } = this.services;
    if (policy.isGone(userId)) return 'erased';
    return policy.banOf(userId) ? 'banned' : 'logged-out';
  }

  private endOf(userId: number, sessionId: string | null, reason: Reason): void {
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

  private async askSome(): Promise<void> {
    if (this.asking) return; // a vault that answers late is not asked more
    this.asking = true;
    await this.askSlot().finally(() => (this.asking = false));
  }

  private async askSlot(): Promise<void> {
    this.turn = (this.turn + 1) % slots;
    const sockets = [...this.io.sockets.sockets.values()].filter((_, n) => n % slots === this.turn);
    for (const socket of sockets) await this.ask(socket);
  }
}
