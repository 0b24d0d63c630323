import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { getOlderPosition } from '../../../../web/src/live/positions.js';
import { markReplyTarget } from '../../../../web/src/features/thread/state/store.js';
import {
  addAfter,
  missing,
  withNames,
  renameInThread,
  readPages,
  createRowSet,
  pickVisibleFields,
  type Get,
  type Names,
  type RowCounts,
  type Screen,
} from './screen.js';

/** Stores replies like `web/src/features/thread/state/store.ts`. */
export class ThreadScreen implements Screen {
  private thread: ThreadRow | null = null;
  /** Newer than the counts in `thread` because a reply updates only these. */
  private counts: ThreadSummary | null = null;
  private posts = createRowSet<PostRow>();
  /** Null on a fresh page, which does not contain the number of readers. */
  readers: number | null = null;

  constructor(private readonly id: number) {}

  listTopics(): Topic[] {
    return [`thread:${this.id}`];
  }

  get replies(): Readonly<Record<number, PostRow>> {
    return this.posts.byId;
  }

  async load(get: Get, from: string | null): Promise<string | null> {
    const thread = await get<ThreadRow>(addAfter(`/forums/threads/${this.id}`, from));
    const posts = thread.status < 400 ? await readPages<PostRow>(get, `/forums/posts/${this.id}?limit=1000`) : null;
    this.thread = posts && thread.body;
    this.counts = null;
    this.posts = createRowSet(posts?.rows);
    return posts && posts.positions.reduce(getOlderPosition, thread.position);
  }

  take(row: LiveRow, counts: RowCounts): boolean {
    if ('removed' in row) this.remove(row, counts);
    else if (row.kind === 'post') {
      counts.upsert(this.posts, row, row.kind);
      markReplyTarget(this.posts.byId, row.id, false);
    } else if (row.kind === 'readers') this.readers = row.readers;
    else if (row.id === this.id && row.kind === 'summary') {
      if ((this.counts?.pos ?? '') < row.pos) this.counts = row;
    } else if (row.id === this.id && row.kind === 'thread' && (this.thread?.pos ?? '') < row.pos) this.thread = row;
    return false;
  }

  buildVisibleRows(names: Names): unknown {
    if (!this.thread) return missing;
    const posts = Object.values(this.posts.byId).sort((one, other) => (one.order < other.order ? -1 : 1));
    return {
      thread: pickVisibleFields(renameInThread(this.withCounts(this.thread), names)),
      posts: posts.map((post) => pickVisibleFields(withNames(post, names))),
    };
  }

  private remove(row: Extract<LiveRow, { removed: true }>, counts: RowCounts): void {
    if (row.kind === 'post') {
      counts.remove(this.posts, row);
      markReplyTarget(this.posts.byId, row.id, true);
    } else if (row.kind === 'thread' && row.id === this.id && (this.thread?.pos ?? '') <= row.pos) this.thread = null;
  }

  private withCounts(thread: ThreadRow): ThreadRow {
    if (!this.counts || this.counts.pos <= thread.pos) return thread;
    const { reply_count, last_post_at, last_user_id, last_username, last_avatar_url } = this.counts;
    const { participants, locked, sticky, solution_id } = this.counts;
    return {
      ...thread,
      reply_count,
      last_post_at,
      last_user_id,
      last_username,
      last_avatar_url,
      participants,
      locked,
      sticky,
      solution_id,
    };
  }
}
