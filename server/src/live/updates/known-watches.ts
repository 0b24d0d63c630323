import type { WatchLevel } from '@guildhall/domain/watch/events.js';
import type { WatchDocument } from '@guildhall/projections/views/watches/project.js';

/** The known fields of a member's watch; missing ones were in no event. */
type Watch = Partial<Pick<WatchDocument, 'level' | 'wrote'>>;

/** The targets that connected members watch, muted and posted in, by member and by target. */
export class KnownWatches {
  private readonly watchesByUser = new Map<number, Map<number, Watch>>();
  private readonly usersByTarget = new Map<number, Set<number>>();

  has(userId: number): boolean {
    return this.watchesByUser.has(userId);
  }

  begin(userId: number): void {
    this.watchesByUser.set(userId, new Map());
  }

  /** The watches in the views; events since are newer. */
  load(userId: number, watches: readonly WatchDocument[]): void {
    for (const { targetId, level, wrote } of watches) {
      const { level: newer = level, wrote: since = wrote } = this.watchesByUser.get(userId)?.get(targetId) ?? {};
      this.put(userId, targetId, { level: newer, wrote: since });
    }
  }

  setLevel(userId: number, targetId: number, level: WatchLevel | null): void {
    this.put(userId, targetId, { ...this.watchesByUser.get(userId)?.get(targetId), level });
  }

  setWrote(userId: number, targetId: number): void {
    this.put(userId, targetId, { ...this.watchesByUser.get(userId)?.get(targetId), wrote: true });
  }

  /** As the view of watches has it. */
  notifies(userId: number, targetId: number): boolean {
    const { level = null, wrote = false } = this.watchesByUser.get(userId)?.get(targetId) ?? {};
    return level === 'watching' || (level === null && wrote);
  }

  /** The targets of which a member is notified. */
  targetsOf(userId: number): number[] {
    return [...(this.watchesByUser.get(userId)?.keys() ?? [])].filter((targetId) => this.notifies(userId, targetId));
  }

  /** The members who are notified of posts in these. */
  notifiedUsers(targetIds: readonly number[]): Set<number> {
    const userIds = targetIds.flatMap((id) =>
      [...(this.usersByTarget.get(id) ?? [])].filter((user) => this.notifies(user, id)),
    );
    return new Set(userIds);
  }

  forget(userId: number): void {
    for (const targetId of this.watchesByUser.get(userId)?.keys() ?? []) {
      const users = this.usersByTarget.get(targetId);
      if (users?.delete(userId) && users.size === 0) this.usersByTarget.delete(targetId);
    }
    this.watchesByUser.delete(userId);
  }

  private put(userId: number, targetId: number, watch: Watch): void {
    const watches = this.watchesByUser.get(userId);
    if (!watches) return;
    watches.set(targetId, watch);
    this.usersByTarget.set(targetId, (this.usersByTarget.get(targetId) ?? new Set()).add(userId));
  }
}
