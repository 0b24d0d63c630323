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
    this.timer = setInterval(() => this.tell(), everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tell(): void {
    for (const topic of this.audience.takeChanged()) {
      const parsed = parseTopic(topic);
      if (parsed?.kind === 'thread') this.tellOf(topic, parsed.id);
    }
  }

  /** Who is told that the thread is gone hears nothing of its readers either, and is none. */
  private tellOf(topic: Topic, id: number): void {
    const { audience } = this;
    const told = audience.toldGone(topic);
    const roleIds = audience.rolesIn(topic).filter((roleId) => !told.has(roleId) && audience.mayHear(roleId, topic));
    const readers = readersAmong(roleIds.flatMap((roleId) => audience.members(topic, roleId)));
    // The position of no event: what the log tells is not passed over.
    const position = `${this.historyId}.${beginning}`;
    audience.tell(topic, roleIds, { topic, position, rows: [{ kind: 'readers', id, pos: beginning, readers }] });
  }
}

/** A member counts once, with however many pages; a guest has no name to be known by. */
function readersAmong(sockets: readonly LiveSocket[]): number {
  const members = new Set(sockets.flatMap(({ data }) => data.identity?.userId ?? []));
  return members.size + sockets.filter(({ data }) => data.identity === null).length;
}
