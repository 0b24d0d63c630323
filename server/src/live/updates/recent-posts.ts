import type { Position } from '@guildhall/event-store/port.js';
import type { RingChange, Ring } from './ring.js';

/** Something new in a thread; without an author where it is not known. */
export interface WatchedPost {
  threadId: number;
  position: Position;
  authorId: number | null;
}

/** Something new, and what one may watch to be told of it. */
export interface RecentPost extends WatchedPost {
  targets: readonly number[];
  authorId: number;
}

const maxPosts = 2_000;

/** What was written last, so that whoever comes back is told of what was written in what he watches while he was away. */
export class RecentPosts {
  private posts: RecentPost[] = [];

  /** `floor`: everything that was written after it is here. */
  constructor(private floor: Position) {}

  /** Position of what was written last, as far as is known. */
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
   * What was written in any of the targets after a position. What is older than all that is here is found by the lines of
   * changes, which do not name who wrote; null where they do not reach back so far.
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
