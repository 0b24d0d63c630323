import { formatPosition } from '@guildhall/domain/wire/positions.js';
import { parseTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beginning } from '@guildhall/event-store/port.js';
import type { Audience } from './audience.js';
import type { LiveSocket } from './live-server.js';

export class Readers {
  private readonly timer: NodeJS.Timeout;

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

  private broadcastCount(topic: Topic, id: number): void {
    const { audience } = this;
    const announced = audience.announcedRemoval(topic);
    const roleIds = audience
      .rolesIn(topic)
      .filter((roleId) => !announced.has(roleId) && audience.mayReceive(roleId, topic));
    const readers = countReaders(roleIds.flatMap((roleId) => audience.members(topic, roleId)));
    // Uses `beginning`, because the message does not belong to any event.
    const position = formatPosition(this.historyId, beginning);
    audience.broadcast(topic, roleIds, { topic, position, rows: [{ kind: 'readers', id, pos: beginning, readers }] });
  }
}

/** Counts a member once, no matter how many pages they have open. */
function countReaders(sockets: readonly LiveSocket[]): number {
  const members = new Set(sockets.flatMap(({ data }) => data.identity?.userId ?? []));
  return members.size + sockets.filter(({ data }) => data.identity === null).length;
}
