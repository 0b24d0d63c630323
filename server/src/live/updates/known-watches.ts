import type { WatchLevel } from '@guildhall/domain/watch/events.js';
import type { WatchDocument } from '@guildhall/projections/views/watches/project.js';

/** What is known of how a member watches something; what is missing has not been heard of. */
type Watch = Partial<Pick<WatchDocument, 'level' | 'wrote'>>;

/** What members who are here watch, muted and wrote in, found by member and by target. */
export class KnownWatches {
  private readonly watchesByUser = new Map<number, Map<number, Watch>>();
  private readonly usersByTarget = new Map<number, Set<number>>();

  has(userId: number): boolean {
    return this.watchesByUser.has(userId);
  }

  begin(userId: number): void {
    this.watchesByUser.set(userId, new Map());
  }

  /** What the views say; what was heard since is newer. */
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

  /** What a member is told of. */
  targetsOf(userId: number): number[] {
    return [...(this.watchesByUser.get(userId)?.keys() ?? [])].filter((targetId) => this.notifies(userId, targetId));
  }

  /** Who is told of what is written in these. */
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
