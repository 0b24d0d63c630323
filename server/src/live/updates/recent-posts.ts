import type { Position } from '@guildhall/event-store/port.js';
import type { RingChange, Ring } from './ring.js';

/** A new post in a thread; without an author where it is not known. */
export interface WatchedPost {
  threadId: number;
  position: Position;
  authorId: number | null;
}

/** A new post, and the targets whose watchers are notified of it. */
export interface RecentPost extends WatchedPost {
  targets: readonly number[];
  authorId: number;
}

const maxPosts = 2_000;

/** The newest posts, so that a member who returns is notified of posts in watched targets while they were offline. */
export class RecentPosts {
  private posts: RecentPost[] = [];

  /** `floor`: contains every post written after it. */
  constructor(private floor: Position) {}

  /** Position of the newest post, as far as is known. */
  get newest(): Position {
    return this.posts.at(-1)?.position ?? this.floor;
  }

  add(written: RecentPost): void {
    this.posts.push(written);
    if (this.posts.length <= maxPosts * 1.25) return;
    const dropped = this.posts.splice(0, this.posts.length - maxPosts);
    this.floor = dropped.at(-1)?.position ?? this.floor;
  }

  /**
   * The posts in any of the targets after a position. Posts older than all in memory are found by the changes, which do
   * not name the author; null where they do not reach back that far.
   */
  missedPosts(targets: readonly number[], position: Position, ring: Ring | null): WatchedPost[] | null {
    const watched = new Set(targets);
    const written = this.posts.filter((one) => one.position > position && one.targets.some((id) => watched.has(id)));
    if (position >= this.floor) return written;
    const older = targets.map((id) => changesIn(id, position, ring));
    return older.some((changes) => changes === null)
      ? null
      : [...older.flatMap((changes) => changes ?? []), ...written];
  }
}

function changesIn(id: number, position: Position, ring: Ring | null): WatchedPost[] | null {
  const found: WatchedPost[] = [];
  for (const topic of [`thread:${id}`, `section:${id}`, `subsection:${id}`] as const) {
    const changes = ring?.after(topic, position);
    if (!changes) return null;
    const threadIn = ({ kind, rowId }: RingChange) => (kind === 'post' ? id : kind === 'summary' ? rowId : null);
    for (const line of changes) {
      const threadId = threadIn(line);
      if (threadId !== null) found.push({ threadId, position: line.position, authorId: null });
    }
  }
  return found;
}
