import type { Profile, WallPostRow, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { getOlderPosition } from '../../../../live/positions.js';
import { get, type ApiResponse } from '../../../../shared/api/api.js';
import { openLiveList } from '../../../../shared/state/live-list.js';
import { resetOnUserChange, useSession } from '../../../../shared/state/session.js';
import { getProfile, getReplies } from './api.js';
import { applyRows, startLoading, showLoadError, nameMember, show, useProfile, type ReadWall } from './store.js';
import type { WallRows } from './wall-rows.js';

export function openProfile(username: string): () => void {
  return resetOnUserChange(() => startProfile(username));
}

function startProfile(username: string): () => void {
  startLoading(username);
  let isJoined = false;
  let writtenAt: string | null = null;
  const list = openLiveList({
    read: () => readWall(username, writtenAt),
    show(read) {
      show(read);
      isJoined = true;
      writtenAt = null;
      return { topics: listTopics(read.profile.user.id), position: read.position };
    },
    apply: applyRows,
    rename: nameMember,
    fail(error) {
      showLoadError(error);
      return useProfile.getState().status === 'ready';
    },
  });
  useProfile.setState({
    reread(position) {
      writtenAt = position;
      return list.load();
    },
  });
  // The session may be loaded after the profile.
  const unsubscribeSession = useSession.subscribe(({ user }, previousSession) => {
    if (user && previousSession.user === undefined && isJoined) void list.load();
  });
  return () => {
    unsubscribeSession();
    list.stop();
  };
}

/** The viewer's own topic reports whether they follow the member. */
function listTopics(userId: number): Topic[] {
  const me = useSession.getState().user;
  return me ? [`profile:${userId}`, `member:${me.id}`] : [`profile:${userId}`];
}

async function readWall(username: string, after: string | null): Promise<ReadWall> {
  const state = useProfile.getState();
  const isReload = state.status === 'ready';
  const name = (isReload && state.profile?.user.username) || username;
  const firstPage = await getProfile(name, after);
  const { posts, ...profile } = firstPage.body;
  const pages: { posts: WallPostRow[]; next: string | null }[] = [{ posts, next: firstPage.next }];
  let { position } = firstPage;
  for (let next = firstPage.next; isReload && next !== null && showsMoreThan(state.wall, pages.at(-1)?.posts);) {
    const page: ApiResponse<Profile> = await get<Profile>(next);
    pages.push({ posts: page.body.posts, next: page.next });
    position = getOlderPosition(position, page.position);
    next = page.next;
  }
  const replies: ReadWall['replies'] = [];
  const existing = pages.flatMap((page) => page.posts);
  for (const post of isReload ? existing : []) {
    const pagesOfReplies = await readEarlier(post, state.wall.oldestReply[post.id]);
    for (const page of pagesOfReplies) position = getOlderPosition(position, page.position);
    replies.push(...pagesOfReplies.map(({ body, next }) => ({ postId: post.id, rows: body, last: next === null })));
  }
  return { profile, pages, replies, position };
}

function showsMoreThan(wall: WallRows, posts: readonly WallPostRow[] = []): boolean {
  return (posts.at(-1)?.order ?? '') > wall.oldest;
}

async function readEarlier(post: WallPostRow, bound: string | undefined): Promise<ApiResponse<WallReplyRow[]>[]> {
  const pages: ApiResponse<WallReplyRow[]>[] = [];
  if (bound === undefined || post.replies.length === post.reply_count) return pages;
  let oldest = post.replies[0]?.order ?? '';
  while (oldest > bound) {
    const page = await getReplies(post.id, oldest);
    pages.push(page);
    if (page.next === null) break;
    oldest = page.body.at(-1)?.order ?? '';
  }
  return pages;
}
