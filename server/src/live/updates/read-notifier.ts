import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beginning } from '@guildhall/event-store/port.js';
import type { MovedMark } from '../../read-models/read-marks.js';
import type { Audience } from '../sockets/audience.js';

/** What a member has read since their pages were notified, by its id. */
interface Waiting {
  moved: Map<number, MovedMark>;
  timer: NodeJS.Timeout;
}

const isFarther = (mark: MovedMark, than: MovedMark | undefined): boolean =>
  !than || (mark.order ?? '') >= (than.order ?? '');

/** Notifies the pages of a member on this server of what they have read in one of them. It is not in the log. */
export class ReadNotifier {
  private readonly waiting = new Map<number, Waiting>();

  /** `everyMs`: a member's pages are notified immediately, then at most once in this many milliseconds. */
  constructor(
    private readonly audience: Audience,
    private readonly historyId: string,
    private readonly everyMs: number,
  ) {}

  moved(userId: number, mark: MovedMark): void {
    const waiting = this.waiting.get(userId);
    if (!waiting) return this.send(userId, [mark]);
    // Another page may be at an older place of the same thread: the farthest counts.
    if (isFarther(mark, waiting.moved.get(mark.id))) waiting.moved.set(mark.id, mark);
  }

  stop(): void {
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
  }

  private send(userId: number, marks: readonly MovedMark[]): void {
    const topic: Topic = `member:${userId}`;
    const { audience } = this;
    if (!audience.has(topic)) return;
    const rows = marks.map((mark) => ({ kind: 'read' as const, ...mark, pos: beginning }));
    // The position of no event: no event of the log is skipped.
    audience.broadcast(topic, audience.rolesIn(topic), { topic, position: `${this.historyId}.${beginning}`, rows });
    const timer = setTimeout(() => this.flush(userId), this.everyMs);
    this.waiting.set(userId, { moved: new Map(), timer });
  }

  private flush(userId: number): void {
    const marks = [...(this.waiting.get(userId)?.moved.values() ?? [])];
    this.waiting.delete(userId);
    if (marks.length > 0) this.send(userId, marks);
  }
}
