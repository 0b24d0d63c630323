import type { Profile, WallPostRow, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { listen } from '../../../../live/connection.js';
import { scheduleReload } from '../../../../live/schedule-reload.js';
import { olderPosition } from '../../../../live/positions.js';
import type { Listening } from '../../../../live/topics.js';
import { get, type ApiResponse } from '../../../../shared/api/api.js';
import { namesSince } from '../../../../shared/state/member-names.js';
import { resetOnUserChange, useSession } from '../../../../shared/state/session.js';
import { getProfile, getReplies } from './api.js';
import { applyRows, startLoading, showLoadError, nameMember, show, useProfile, type ReadWall } from './store.js';
import type { WallRows } from './wall-rows.js';

/**
 * Loads a profile and keeps it live. What was shown of the same member before stays until then.
 * @returns a function that stops it
 */
export function openProfile(username: string): () => void {
  return resetOnUserChange(() => beginProfile(username));
}

function beginProfile(username: string): () => void {
  startLoading(username);
  let closed = false;
  let failures = 0;
  const listening = new Map<Topic, Listening>();
  let stopWaiting = () => {};

  async function load(): Promise<void> {
    try {
      const read = await readWall(username);
      if (closed) return;
      failures = 0;
      show(read);
      for (const member of namesSince(read.position)) nameMember(member);
      listenToProfile(read);
    } catch (error) {
      if (closed) return;
      failures += 1;
      showLoadError(error);
      // What is shown stays, but it is not live until it has been reread.
      if (useProfile.getState().status === 'ready') resync();
    }
  }
  function listenToProfile({ profile, position }: ReadWall): void {
    for (const topic of topicsOf(profile.user.id)) {
      const known = listening.get(topic);
      if (known) known.rejoin(position);
      else listening.set(topic, listen(topic, position, { rows: applyRows, resync }));
    }
  }
  function resync(urgent?: boolean): void {
    stopWaiting();
    stopWaiting = scheduleReload(() => void load(), failures, urgent);
  }

  // The person may be known later than the profile that they view.
  const unsubscribeSession = useSession.subscribe(({ user }, before) => {
    if (user && before.user === undefined && listening.size > 0) void load();
  });
  void load();
  return () => {
    closed = true;
    unsubscribeSession();
    for (const one of listening.values()) one.stop();
    stopWaiting();
  };
}

/** The member's topic, and the person's own, which reports whether they follow the member. */
function topicsOf(userId: number): Topic[] {
  const me = useSession.getState().user;
  return me ? [`profile:${userId}`, `member:${me.id}`] : [`profile:${userId}`];
}

/** The profile with as much of its wall as is shown. */
async function readWall(username: string): Promise<ReadWall> {
  const shown = useProfile.getState();
  const again = shown.status === 'ready';
  const name = (again && shown.profile?.user.username) || username;
  const first = await getProfile(name, null);
  const { posts, ...profile } = first.body;
  const pages: { posts: WallPostRow[]; next: string | null }[] = [{ posts, next: first.next }];
  let { position } = first;
  for (let next = first.next; again && next !== null && isAbove(shown.wall, pages.at(-1)?.posts);) {
    const page: ApiResponse<Profile> = await get<Profile>(next);
    pages.push({ posts: page.body.posts, next: page.next });
    position = olderPosition(position, page.position);
    next = page.next;
  }
  const replies: ReadWall['replies'] = [];
  const existing = pages.flatMap((page) => page.posts);
  for (const post of again ? existing : []) {
    const pagesOfReplies = await readEarlier(post, shown.wall.oldestReply[post.id]);
    for (const page of pagesOfReplies) position = olderPosition(position, page.position);
    replies.push(...pagesOfReplies.map(({ body, next }) => ({ postId: post.id, rows: body, last: next === null })));
  }
  return { profile, pages, replies, position };
}

/** The page shows more of the wall than has been reread. */
function isAbove(wall: WallRows, posts: readonly WallPostRow[] = []): boolean {
  return (posts.at(-1)?.order ?? '') > wall.oldest;
}

/** The replies from those that came with a post back to the oldest that was shown. */
async function readEarlier(post: WallPostRow, bound: string | undefined): Promise<ApiResponse<WallReplyRow[]>[]> {
  const pages: ApiResponse<WallReplyRow[]>[] = [];
  if (bound === undefined || post.replies.length === post.reply_count) return pages;
  let oldest = post.replies[0]?.order ?? '';
  while (oldest > bound) {
    const page = await getReplies(post.id, oldest, null);
    pages.push(page);
    if (page.next === null) break;
    oldest = page.body.at(-1)?.order ?? '';
  }
  return pages;
}
