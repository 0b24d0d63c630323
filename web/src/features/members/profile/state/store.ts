import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { Profile, WallPostRow, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { create } from 'zustand';
import { immer } from 'zustand/middleware/immer';
import { toRowPosition } from '../../../../live/positions.js';
import { get, isMissing } from '../../../../shared/api/api.js';
import { onMemberUpdate } from '../../../../shared/state/member-names.js';
import { erasedName } from '../../../../shared/state/members.js';
import { onUserChange } from '../../../../shared/state/session.js';
import { getReplies } from './api.js';
import { createWall, applyLiveRow, applyPage, applyReplies, type ShownPost, type WallRows } from './wall-rows.js';

interface ProfileState {
  username: string | null;
  status: 'loading' | 'ready' | 'missing' | 'failed';
  profile: Omit<Profile, 'posts'> | null;
  numbersPos: string;
  followPos: string;
  wall: WallRows;
  /** Posts with an open reply form. The form stays open if the post is deleted. */
  replyingTo: Record<number, ShownPost>;
  next: string | null;
  loadingMore: boolean;
  /** How many times the reader has loaded earlier replies. */
  earlierLoads: number;
  /** Incremented with each full read so that responses to earlier requests are ignored. */
  reads: number;
  /** Reads everything again from views that have reached `position`. Does nothing unless a profile is open. */
  reread: (position: string | null) => Promise<void>;
}

const empty: ProfileState = {
  username: null,
  status: 'loading',
  profile: null,
  numbersPos: '',
  followPos: '',
  wall: createWall(),
  replyingTo: {},
  next: null,
  loadingMore: false,
  earlierLoads: 0,
  reads: 0,
  reread: () => Promise.resolve(),
};

export const useProfile = create<ProfileState>()(immer(() => empty));
onUserChange(forgetProfile);
onMemberUpdate(nameMember);

/** Prevents the browser's next user from seeing this member's data. */
function forgetProfile(): void {
  useProfile.setState(({ reads, reread }) => ({ ...empty, reads: reads + 1, reread }));
}

export interface ReadWall {
  profile: Omit<Profile, 'posts'>;
  pages: { posts: WallPostRow[]; next: string | null }[];
  /** Replies that are older than those included with the posts. */
  replies: { postId: number; rows: WallReplyRow[]; last: boolean }[];
  position: string | null;
}

export function startLoading(username: string): void {
  const { username: shownName, profile } = useProfile.getState();
  const isSameProfile = shownName === username || profile?.user.username === username;
  if (!isSameProfile) forgetProfile();
  useProfile.setState({ username });
}

/** Replaces everything because positions of different logs cannot be compared. */
export function show({ profile, pages, replies, position }: ReadWall): void {
  const next = pages.at(-1)?.next ?? null;
  const readPosition = toRowPosition(position) ?? '';
  useProfile.setState((state) => {
    state.reads += 1;
    Object.assign(state, { status: 'ready', profile, numbersPos: readPosition, followPos: readPosition });
    Object.assign(state, { wall: createWall(), next, loadingMore: false });
    for (const page of pages) applyPage(state.wall, page.posts, page.next === null);
    for (const { postId, rows, last } of replies) applyReplies(state.wall, postId, rows, last);
  });
}

export function showLoadError(error: unknown): void {
  useProfile.setState((state) => {
    if (isMissing(error)) state.status = 'missing';
    else if (state.status !== 'ready') state.status = 'failed';
  });
}

export function applyRows(rows: LiveRow[]): void {
  useProfile.setState((state) => {
    for (const row of rows) {
      if (row.kind === 'follows') {
        if (state.profile?.user.id !== row.id || row.pos < state.followPos) continue;
        state.profile.isFollowing = row.follows;
        state.followPos = row.pos;
      } else if (row.kind !== 'profile') applyLiveRow(state.wall, row);
      else if (state.profile?.user.id === row.id && row.pos > state.numbersPos) {
        const { followers, following, post_count } = row;
        state.numbersPos = row.pos;
        Object.assign(state.profile, { followers, following });
        state.profile.user.post_count = post_count;
      }
    }
  });
}

export function setReplying(post: ShownPost, on: boolean): void {
  useProfile.setState(({ replyingTo }) => {
    if (on) replyingTo[post.id] = post;
    else delete replyingTo[post.id];
  });
}

export async function loadMorePosts(): Promise<void> {
  const { next, loadingMore, reads } = useProfile.getState();
  if (next === null || loadingMore) return;
  useProfile.setState({ loadingMore: true });
  const page = await get<Profile>(next).catch(() => null);
  if (useProfile.getState().reads !== reads) return;
  useProfile.setState((state) => {
    state.loadingMore = false;
    if (!page) return;
    applyPage(state.wall, page.body.posts, page.next === null);
    state.next = page.next;
  });
}

const maxPagesToPost = 10;

/** Loads posts up to the given one. Gives up after some pages because the post may be deleted. */
export async function loadUpToPost(id: number): Promise<void> {
  const { username } = useProfile.getState();
  for (let page = 0; page < maxPagesToPost; page++) {
    await waitForPage();
    const { wall, next, reads, username: shownName } = useProfile.getState();
    const post = wall.posts.byId[id] ?? wall.replies.byId[id];
    if (shownName !== username || next === null || (post && post.order >= wall.oldest)) return;
    await loadMorePosts();
    const after = useProfile.getState();
    // A full read discards the page, so the next attempt continues from what that read shows.
    if (after.next === next && after.reads === reads) return;
  }
}

/** Waits until a page that the reader has requested is loaded or discarded. */
function waitForPage(): Promise<void> {
  if (!useProfile.getState().loadingMore) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = useProfile.subscribe(({ loadingMore }) => {
      if (loadingMore) return;
      unsubscribe();
      resolve();
    });
  });
}

export async function loadEarlierReplies(postId: number): Promise<void> {
  const { wall, reads } = useProfile.getState();
  const oldestOrder = wall.oldestReply[postId];
  if (!oldestOrder) return;
  const page = await getReplies(postId, oldestOrder).catch(() => null);
  if (!page || useProfile.getState().reads !== reads) return;
  useProfile.setState((state) => {
    state.earlierLoads += 1;
    applyReplies(state.wall, postId, page.body, page.next === null, oldestOrder);
  });
}

export function nameMember({ id, username, avatar_url, role }: MemberNames): void {
  useProfile.setState((state) => {
    const user = state.profile?.user;
    if (user?.id === id) Object.assign(user, { username, avatar_url, role });
    if (user?.id === id && username === erasedName) state.status = 'missing';
    for (const post of Object.values(state.wall.posts.byId)) {
      if (post.author_id === id) Object.assign(post, { author_name: username, author_avatar: avatar_url });
    }
    for (const reply of Object.values(state.wall.replies.byId)) {
      if (reply.user_id === id) Object.assign(reply, { user_name: username, user_avatar: avatar_url });
    }
  });
}
