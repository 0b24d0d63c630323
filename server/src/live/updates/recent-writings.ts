import type { Position } from '@guildhall/event-store/port.js';
import type { Line, Ring } from './ring.js';

/** Something new in a thread; without an author where it is not known. */
export interface News {
  threadId: number;
  position: Position;
  authorId: number | null;
}

/** Something new, and what one may watch to be told of it. */
export interface Written extends News {
  targets: readonly number[];
  authorId: number;
}

const capacity = 2_000;

/** What was written last, so that whoever comes back is told of what was written in what he watches while he was away. */
export class RecentWritings {
  private writings: Written[] = [];

  /** `floor`: everything that was written after it is here. */
  constructor(private floor: Position) {}

  /** Position of what was written last, as far as is known. */
  get newest(): Position {
    return this.writings.at(-1)?.position ?? this.floor;
  }

  add(written: Written): void {
    this.writings.push(written);
    if (this.writings.length <= capacity * 1.25) return;
    const dropped = this.writings.splice(0, this.writings.length - capacity);
    this.floor = dropped.at(-1)?.position ?? this.floor;
  }

  /**
   * What was written in any of the targets after a position. What is older than all that is here is found by the lines of
   * changes, which do not name who wrote; null where they do not reach back so far.
   */
  missedIn(targets: readonly number[], position: Position, ring: Ring | null): News[] | null {
    const watched = new Set(targets);
    const written = this.writings.filter((one) => one.position > position && one.targets.some((id) => watched.has(id)));
    if (position >= this.floor) return written;
    const older = targets.map((id) => linesIn(id, position, ring));
    return older.some((lines) => lines === null) ? null : [...older.flatMap((lines) => lines ?? []), ...written];
  }
}

function linesIn(id: number, position: Position, ring: Ring | null): News[] | null {
  const found: News[] = [];
  for (const topic of [`thread:${id}`, `section:${id}`, `subsection:${id}`] as const) {
    const lines = ring?.after(topic, position);
    if (!lines) return null;
    const threadIn = ({ kind, rowId }: Line) => (kind === 'post' ? id : kind === 'summary' ? rowId : null);
    for (const line of lines) {
      const threadId = threadIn(line);
      if (threadId !== null) found.push({ threadId, position: line.position, authorId: null });
    }
  }
  return found;
}
