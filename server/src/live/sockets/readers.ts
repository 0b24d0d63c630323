import { parseTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beginning } from '@guildhall/event-store/port.js';
import type { Audience } from './audience.js';
import type { LiveSocket } from './live-server.js';

/** Tells those who have a thread open how many read it on this server. Of that nothing is in the log. */
export class Readers {
  private readonly timer: NodeJS.Timeout;

  /** `everyMs`: a thread is counted at most once in so many milliseconds, however many come and go. */
  constructor(
    private readonly audience: Audience,
    private readonly historyId: string,
    everyMs: number,
  ) {
    this.timer = setInterval(() => this.broadcast(), everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private broadcast(): void {
    for (const topic of this.audience.drainChanged()) {
      const parsed = parseTopic(topic);
      if (parsed?.kind === 'thread') this.broadcastCount(topic, parsed.id);
    }
  }

  /** Who is told that the thread is gone hears nothing of its readers either, and is none. */
  private broadcastCount(topic: Topic, id: number): void {
    const { audience } = this;
    const announced = audience.announcedGone(topic);
    const roleIds = audience
      .rolesIn(topic)
      .filter((roleId) => !announced.has(roleId) && audience.mayReceive(roleId, topic));
    const readers = countReaders(roleIds.flatMap((roleId) => audience.members(topic, roleId)));
    // The position of no event: what the log tells is not passed over.
    const position = `${this.historyId}.${beginning}`;
    audience.broadcast(topic, roleIds, { topic, position, rows: [{ kind: 'readers', id, pos: beginning, readers }] });
  }
}

/** A member counts once, with however many pages; a guest has no name to be known by. */
function countReaders(sockets: readonly LiveSocket[]): number {
  const members = new Set(sockets.flatMap(({ data }) => data.identity?.userId ?? []));
  return members.size + sockets.filter(({ data }) => data.identity === null).length;
}
