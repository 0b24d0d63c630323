import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beginning, type Position } from '@guildhall/event-store/port.js';
import type { Policy } from '../../policy/policy.js';
import type { Audience } from '../sockets/audience.js';
import type { Resyncs } from '../sockets/resyncs.js';
import type { ErasedRows } from './erased-rows.js';

/** After a change of structure, rights or role, or an erasure, rows cannot bring a page up to date. */
export class StalePages {
  private freshSince: Position = beginning;
  private dueAt: Position | null = null;
  private readonly dueOf = new Map<number, Position>();

  constructor(
    private readonly policy: Policy,
    private readonly audience: Audience,
    private readonly resyncs: Resyncs,
    private readonly erasedRows: Pick<ErasedRows, 'before' | 'reached'>,
  ) {}

  at(position: Position): void {
    if (this.dueAt === null || position > this.dueAt) this.dueAt = position;
  }

  of(userId: number, position: Position): void {
    this.dueOf.set(userId, maxPosition(position, this.dueOf.get(userId) ?? beginning));
  }

  before(userId: number | null): Position {
    const own = (userId !== null && this.dueOf.get(userId)) || beginning;
    return [this.policy.rightsSince(userId), this.dueAt ?? beginning, own].reduce(maxPosition, this.freshSince);
  }

  beforeIn(topic: Topic): Position {
    return this.erasedRows.before(topic);
  }

  all(checkpoint: Position): void {
    this.freshSince = maxPosition(this.freshSince, checkpoint);
    this.resyncs.scheduleAll();
  }

  reached(upTo: Position): void {
    this.erasedRows.reached(upTo);
    if (this.dueAt !== null && this.dueAt <= upTo) {
      const checkpoint = this.dueAt;
      this.dueAt = null;
      this.all(checkpoint);
    }
    if (this.dueOf.size === 0) return;
    const due = [...this.dueOf].filter(([, position]) => position <= upTo).map(([userId]) => userId);
    for (const userId of due) this.dueOf.delete(userId);
    for (const userId of due)
      for (const socket of this.audience.socketsOf(userId)) this.resyncs.now(socket, [...socket.data.topics], true);
  }
}

const maxPosition = (a: Position, b: Position): Position => (a > b ? a : b);
