import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beginning } from '@guildhall/event-store/port.js';
import type { MarkMove } from '../../read-models/read-marks.js';
import type { Audience } from '../sockets/audience.js';

interface PendingUpdate {
  moved: Map<number, MarkMove>;
  timer: NodeJS.Timeout;
}

const isFarther = (mark: MarkMove, than: MarkMove | undefined): boolean =>
  !than || (mark.order ?? '') >= (than.order ?? '');

export class ReadNotifier {
  private readonly pendingUpdates = new Map<number, PendingUpdate>();

  constructor(
    private readonly audience: Audience,
    private readonly everyMs: number,
  ) {}

  recordMove(userId: number, mark: MarkMove): void {
    const waiting = this.pendingUpdates.get(userId);
    if (!waiting) return this.send(userId, [mark]);
    if (isFarther(mark, waiting.moved.get(mark.id))) waiting.moved.set(mark.id, mark);
  }

  stop(): void {
    for (const { timer } of this.pendingUpdates.values()) clearTimeout(timer);
    this.pendingUpdates.clear();
  }

  private send(userId: number, marks: readonly MarkMove[]): void {
    const topic: Topic = `member:${userId}`;
    const { audience } = this;
    if (!audience.has(topic)) return;
    const rows = marks.map((mark) => ({ kind: 'read' as const, ...mark, pos: beginning }));
    audience.broadcast(topic, audience.listRoles(topic), { topic, rows });
    const timer = setTimeout(() => this.flush(userId), this.everyMs);
    this.pendingUpdates.set(userId, { moved: new Map(), timer });
  }

  private flush(userId: number): void {
    const marks = [...(this.pendingUpdates.get(userId)?.moved.values() ?? [])];
    this.pendingUpdates.delete(userId);
    if (marks.length > 0) this.send(userId, marks);
  }
}
