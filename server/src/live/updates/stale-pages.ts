import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beginning, pickLaterPosition, type Position } from '@guildhall/event-store/port.js';
import type { Policy } from '../../policy/policy.js';
import type { Audience } from '../sockets/audience.js';
import type { Resyncs } from '../sockets/resyncs.js';
import type { ErasedRows } from './erased-rows.js';

/** Tracks pages that row updates cannot refresh after an erasure or a change to structure, permissions or roles. */
export class StalePages {
  private freshSince: Position = beginning;
  private dueAt: Position | null = null;
  private readonly dueOf = new Map<number, Position>();

  constructor(
    private readonly policy: Policy,
    private readonly audience: Audience,
    private readonly resyncs: Resyncs,
    private readonly erasedRows: Pick<ErasedRows, 'findErasedBefore' | 'advance'>,
  ) {}

  markAll(position: Position): void {
    if (this.dueAt === null || position > this.dueAt) this.dueAt = position;
  }

  markMember(userId: number, position: Position): void {
    this.dueOf.set(userId, pickLaterPosition(position, this.dueOf.get(userId) ?? beginning));
  }

  getMemberStaleBefore(userId: number | null): Position {
    const memberStaleAt = (userId !== null && this.dueOf.get(userId)) || beginning;
    return [this.policy.getRightsSince(userId), this.dueAt ?? beginning, memberStaleAt].reduce(
      pickLaterPosition,
      this.freshSince,
    );
  }

  getTopicStaleBefore(topic: Topic): Position {
    return this.erasedRows.findErasedBefore(topic);
  }

  resyncAll(checkpoint: Position): void {
    this.freshSince = pickLaterPosition(this.freshSince, checkpoint);
    this.resyncs.scheduleAll();
  }

  advance(upTo: Position): void {
    this.erasedRows.advance(upTo);
    if (this.dueAt !== null && this.dueAt <= upTo) {
      const checkpoint = this.dueAt;
      this.dueAt = null;
      this.resyncAll(checkpoint);
    }
    if (this.dueOf.size === 0) return;
    const dueMembers = [...this.dueOf].filter(([, position]) => position <= upTo).map(([userId]) => userId);
    for (const userId of dueMembers) this.dueOf.delete(userId);
    for (const userId of dueMembers)
      for (const socket of this.audience.listSocketsOfMember(userId))
        this.resyncs.resyncNow(socket, [...socket.data.topics], true);
  }
}
