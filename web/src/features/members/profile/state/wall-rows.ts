import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { WallPostRow, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { removeRow, upsertRow, type RowSet } from '../../../../live/row-set.js';

/**
 * The loaded part contains the newest posts and the newest replies to each, without gaps. Older rows received live are
 * stored but hidden until the pages before them are loaded.
 */
export interface WallRows {
  /** The reply fields of a post are current only on arrival. The replies shown are in `replies`. */
  posts: RowSet<WallPostRow>;
  replies: RowSet<WallReplyRow>;
  oldest: string;
  oldestReply: Record<number, string>;
}

export function createWall(): WallRows {
  return { posts: { byId: {}, removed: {} }, replies: { byId: {}, removed: {} }, oldest: '', oldestReply: {} };
}

export type ShownPost = Omit<WallPostRow, 'replies'> & { replies: WallReplyRow[] };

export function listShownPosts({ posts, replies, oldest, oldestReply }: WallRows): ShownPost[] {
  const compareOrders = (one: { order: string }, other: { order: string }) => (one.order < other.order ? -1 : 1);
  const loadedReplies = Object.values(replies.byId)
    .filter(({ post_id, order }) => order >= (oldestReply[post_id] ?? '~'))
    .sort(compareOrders);
  return Object.values(posts.byId)
    .filter(({ order }) => order >= oldest)
    .sort((one, other) => compareOrders(other, one))
    .map((post) => ({ ...post, replies: loadedReplies.filter(({ post_id }) => post_id === post.id) }));
}

/** Changes `wall` in place. `posts` must be in order, newest first. `last` means that no page follows. */
export function applyPage(wall: WallRows, posts: readonly WallPostRow[], last: boolean): void {
  wall.oldest = last ? '' : (posts.at(-1)?.order ?? wall.oldest);
  for (const post of posts) storePost(wall, post);
}

/**
 * Expects the rows of `GET …/replies`, newest first, either all or those before `beforeOrder`. `last` means that there
 * are no older ones.
 */
export function applyReplies(
  wall: WallRows,
  postId: number,
  rows: readonly WallReplyRow[],
  last: boolean,
  beforeOrder: string | null = null,
): void {
  const bound = wall.oldestReply[postId];
  // The post was deleted and restored in the meantime, so these replies would leave a gap before those shown.
  if (bound === undefined || (beforeOrder !== null && beforeOrder < bound)) return;
  const oldest = last ? '' : (rows.at(-1)?.order ?? bound);
  if (oldest < bound) wall.oldestReply[postId] = oldest;
  for (const row of rows) upsertRow(wall.replies, row);
}

export function applyLiveRow(wall: WallRows, row: LiveRow): void {
  if ('removed' in row) {
    if (row.kind === 'wallpost') removePost(wall, row.id, row.pos);
    else if (row.kind === 'wallreply') removeRow(wall.replies, row.id, row.pos);
  } else if (row.kind === 'wallpost') storePost(wall, row);
  else if (row.kind === 'wallreply') upsertRow(wall.replies, row);
}

function storePost(wall: WallRows, post: WallPostRow): void {
  const storedPost = wall.posts.byId[post.id];
  if (upsertRow(wall.posts, post) === 'kept' && !storedPost) return;
  const bound = wall.oldestReply[post.id];
  const oldest = post.reply_count === post.replies.length ? '' : (post.replies[0]?.order ?? '');
  // An older copy of the post may lack replies that are already shown, so its bound is ignored.
  if (bound === undefined || (oldest < bound && (storedPost?.pos ?? '') <= post.pos))
    wall.oldestReply[post.id] = oldest;
  for (const reply of post.replies) upsertRow(wall.replies, reply);
}

/** Also removes the replies because a restored post includes its newest ones. */
function removePost(wall: WallRows, id: number, pos: string): void {
  removeRow(wall.posts, id, pos);
  if (wall.posts.byId[id]) return;
  delete wall.oldestReply[id];
  for (const reply of Object.values(wall.replies.byId)) if (reply.post_id === id) delete wall.replies.byId[reply.id];
}
