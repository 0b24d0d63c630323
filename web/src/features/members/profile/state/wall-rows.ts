import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { WallPostRow, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { removeRow, upsertRow, type RowSet } from '../../../../live/row-set.js';

/** The loaded part of a wall: its newest posts, and the newest replies to each, both without gaps. */
export interface WallRows {
  /** The post's own reply fields are only current on arrival; the shown replies are in `replies`. */
  posts: RowSet<WallPostRow>;
  replies: RowSet<WallReplyRow>;
  /** Order of the oldest post of the loaded pages; empty when all are loaded. */
  oldest: string;
  /** The equivalent bound for the replies to each loaded post. */
  oldestReply: Record<number, string>;
  /** Number of pending requests for older rows. While there are any, changes to rows they may return are buffered. */
  pendingLoads: number;
  skippedRows: LiveRow[];
}

export function newWall(): WallRows {
  return {
    posts: { byId: {}, removed: {} },
    replies: { byId: {}, removed: {} },
    oldest: '',
    oldestReply: {},
    pendingLoads: 0,
    skippedRows: [],
  };
}

/** A post with the replies shown below it, oldest first. */
export type ShownPost = Omit<WallPostRow, 'replies'> & { replies: WallReplyRow[] };

export function shownPosts({ posts, replies }: Pick<WallRows, 'posts' | 'replies'>): ShownPost[] {
  const byPost = new Map<number, WallReplyRow[]>();
  for (const reply of Object.values(replies.byId).sort((one, other) => (one.order < other.order ? -1 : 1))) {
    byPost.set(reply.post_id, [...(byPost.get(reply.post_id) ?? []), reply]);
  }
  return Object.values(posts.byId)
    .sort((one, other) => (one.order > other.order ? -1 : 1))
    .map((post) => ({ ...post, replies: byPost.get(post.id) ?? [] }));
}

/** Applies a page of the wall, newest post first, to `wall` in place. `last`: no page follows. */
export function applyPage(wall: WallRows, posts: readonly WallPostRow[], last: boolean): void {
  wall.oldest = last ? '' : (posts.at(-1)?.order ?? wall.oldest);
  for (const post of posts) takePost(wall, post);
}

/**
 * Applies replies in the order of `GET …/replies`, newest first: those before `before`, or all. `last`: no older ones
 * follow.
 */
export function applyReplies(
  wall: WallRows,
  postId: number,
  rows: readonly WallReplyRow[],
  last: boolean,
  before: string | null = null,
): void {
  const bound = wall.oldestReply[postId];
  // The post was deleted and restored meanwhile: applying these would leave a gap before the replies shown.
  if (bound === undefined || (before !== null && before < bound)) return;
  const oldest = last ? '' : (rows.at(-1)?.order ?? bound);
  if (oldest < bound) wall.oldestReply[postId] = oldest;
  for (const row of rows) takeReply(wall, row);
}

export function applyLiveRow(wall: WallRows, row: LiveRow): void {
  if ('removed' in row) {
    if (row.kind === 'wallpost') removePost(wall, row.id, row.pos);
    else if (row.kind === 'wallreply') removeRow(wall.replies, row.id, row.pos);
  } else if (row.kind === 'wallpost') {
    if (row.order < wall.oldest) skipRow(wall, row);
    else takePost(wall, row);
  } else if (row.kind === 'wallreply' && !takeReply(wall, row)) skipRow(wall, row);
}

/** Call before requesting older rows, and `finishLoadingReplies` when they have arrived. */
export function startLoadingReplies(wall: WallRows): void {
  wall.pendingLoads += 1;
}

export function finishLoadingReplies(wall: WallRows): void {
  wall.pendingLoads -= 1;
  if (wall.pendingLoads > 0) return;
  for (const row of wall.skippedRows.splice(0)) applyLiveRow(wall, row);
}

/** Buffers a row older than those loaded, because the page being loaded may have been read before it. */
function skipRow(wall: WallRows, row: LiveRow): void {
  if (wall.pendingLoads > 0) wall.skippedRows.push(row);
}

function takePost(wall: WallRows, post: WallPostRow): void {
  const known = wall.posts.byId[post.id];
  if (upsertRow(wall.posts, post) === 'kept' && !known) return;
  const bound = wall.oldestReply[post.id];
  const oldest = post.reply_count === post.replies.length ? '' : (post.replies[0]?.order ?? '');
  // An older copy of the post may lack replies that are shown, so its bound is not used.
  if (bound === undefined || (oldest < bound && (known?.pos ?? '') <= post.pos)) wall.oldestReply[post.id] = oldest;
  for (const reply of post.replies) takeReply(wall, reply);
}

/** @returns whether the reply belongs to the loaded part */
function takeReply(wall: WallRows, reply: WallReplyRow): boolean {
  const bound = wall.oldestReply[reply.post_id];
  if (bound === undefined || reply.order < bound) return false;
  upsertRow(wall.replies, reply);
  return true;
}

/** Removes the replies too: a restored post comes with the newest of them. */
function removePost(wall: WallRows, id: number, pos: string): void {
  removeRow(wall.posts, id, pos);
  if (wall.posts.byId[id]) return;
  delete wall.oldestReply[id];
  for (const reply of Object.values(wall.replies.byId)) if (reply.post_id === id) delete wall.replies.byId[reply.id];
}
