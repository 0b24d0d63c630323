import type { Profile, WallPostRow, WallReplyRow } from '@guildhall/domain/wire/profiles.js';
import { create } from 'zustand';
import { immer } from 'zustand/middleware/immer';
import { get, Refused, wordsOf } from '../../shared/api.js';
import { forEachPerson, whenPersonChanges } from '../../shared/session.js';
import { deleteOnWall, getProfile, getReplies, postOnWall, replyOnWall, restoreOnWall, sendFollow } from './api.js';
import { texts } from './texts.js';

/** The profile that is open, or was last. */
interface ProfileState {
  username: string | null;
  status: 'loading' | 'ready' | 'missing' | 'failed';
  profile: Omit<Profile, 'posts'> | null;
  /** Of the wall, newest first. */
  posts: WallPostRow[];
  next: string | null;
  loadingMore: boolean;
}

const empty: ProfileState = {
  username: null,
  status: 'loading',
  profile: null,
  posts: [],
  next: null,
  loadingMore: false,
};

export const useProfile = create<ProfileState>()(immer(() => empty));
whenPersonChanges(() => useProfile.setState(empty));

/** Null when it is done, else the words for why not. */
type Outcome = string | null;

/** Loads a profile. What was shown of the same member before stays until then. @returns the end of it. */
export function openProfile(username: string): () => void {
  return forEachPerson(() => beginProfile(username));
}

function beginProfile(username: string): () => void {
  if (useProfile.getState().username !== username) useProfile.setState({ ...empty, username });
  let closed = false;
  getProfile(username, null).then(
    ({ body, next }) => closed || show(body, next),
    (error: unknown) => closed || fail(error),
  );
  return () => {
    closed = true;
  };
}

function show({ posts, ...profile }: Profile, next: string | null): void {
  useProfile.setState({ status: 'ready', profile, posts, next, loadingMore: false });
}

function fail(error: unknown): void {
  const missing = error instanceof Refused && error.status < 500 && error.status !== 429;
  useProfile.setState((state) => {
    if (missing) state.status = 'missing';
    else if (state.status !== 'ready') state.status = 'failed';
  });
}

/** Adds the next page of the wall. */
export async function loadMorePosts(): Promise<void> {
  const { next, loadingMore } = useProfile.getState();
  if (next === null || loadingMore) return;
  useProfile.setState({ loadingMore: true });
  const page = await get<Profile>(next).catch(() => null);
  useProfile.setState((state) => {
    if (state.next !== next) return;
    state.loadingMore = false;
    if (!page) return;
    state.posts = mergedPosts(state.posts, page.body.posts);
    state.next = page.next;
  });
}

/** Adds the replies before those that are shown of a post. */
export async function loadEarlierReplies(postId: number): Promise<void> {
  const post = useProfile.getState().posts.find(({ id }) => id === postId);
  const page = await getReplies(postId, post?.replies[0]?.order ?? null, null).catch(() => null);
  if (page) takeReplies(postId, page.body);
}

export function follow(username: string, wanted: boolean, key: string): Promise<Outcome> {
  return outcome(async () => {
    await sendFollow(username, wanted, key);
    useProfile.setState(({ profile, username: shown }) => {
      if (!profile || shown !== username || profile.isFollowing === wanted) return;
      profile.isFollowing = wanted;
      profile.followers += wanted ? 1 : -1;
    });
  }, texts.followFailed);
}

export function writePost(username: string, content: string, key: string): Promise<Outcome> {
  return outcome(async () => {
    const { position } = await postOnWall(username, content, key);
    await readPosts(username, position);
  }, texts.postFailed);
}

export function writeReply(postId: number, content: string, key: string): Promise<Outcome> {
  return outcome(async () => {
    const { position } = await replyOnWall(postId, content, key);
    await readReplies(postId, position);
  }, texts.replyFailed);
}

/** Deletes a wall post, or a reply to one where `parentId` is not null. */
export function remove(id: number, parentId: number | null, key: string): Promise<Outcome> {
  return outcome(async () => {
    await deleteOnWall(id, key);
    useProfile.setState((state) => {
      state.posts = parentId === null ? state.posts.filter((post) => post.id !== id) : state.posts;
      const parent = state.posts.find((post) => post.id === parentId);
      if (!parent?.replies.some((reply) => reply.id === id)) return;
      parent.replies = parent.replies.filter((reply) => reply.id !== id);
      parent.reply_count -= 1;
    });
  }, texts.deleteFailed);
}

/** Takes a deletion back: what was deleted stands where it stood. */
export function restore(id: number, parentId: number | null, username: string, key: string): Promise<Outcome> {
  return outcome(async () => {
    const { position } = await restoreOnWall(id, key);
    await (parentId === null ? readPosts(username, position) : readReplies(parentId, position, 1));
  }, texts.restoreFailed);
}

async function outcome(act: () => Promise<void>, otherwise: string): Promise<Outcome> {
  try {
    await act();
    return null;
  } catch (error) {
    return wordsOf(error, otherwise);
  }
}

// What was written stands, whether or not it can be read just now: only the write decides what its writer is told.
async function readPosts(username: string, position: string | null): Promise<void> {
  const page = await getProfile(username, position).catch(() => null);
  if (page) takePosts(username, page.body.posts);
}

async function readReplies(postId: number, position: string | null, restored = 0): Promise<void> {
  const page = await getReplies(postId, null, position).catch(() => null);
  if (page) takeReplies(postId, page.body, restored);
}

function takePosts(username: string, posts: readonly WallPostRow[]): void {
  useProfile.setState((state) => {
    if (state.username === username) state.posts = mergedPosts(state.posts, posts);
  });
}

/** The one way in for replies: counts what is new only where it is newer than all that were shown, or was `restored`. */
function takeReplies(postId: number, rows: readonly WallReplyRow[], restored = 0): void {
  useProfile.setState((state) => {
    const post = state.posts.find(({ id }) => id === postId);
    if (!post) return;
    const newest = post.replies.at(-1)?.order ?? '';
    const added = restored || rows.filter(({ order }) => order > newest).length;
    post.replies = mergedReplies(post.replies, rows);
    post.reply_count = Math.max(post.reply_count + added, post.replies.length);
  });
}

/** Newest first; of two copies the newer one, with the replies of both. */
export function mergedPosts(shown: readonly WallPostRow[], came: readonly WallPostRow[]): WallPostRow[] {
  const byId = new Map(shown.map((post) => [post.id, post]));
  for (const post of came) {
    const before = byId.get(post.id);
    byId.set(post.id, before ? { ...post, replies: mergedReplies(before.replies, post.replies) } : post);
  }
  return [...byId.values()].sort((one, other) => (one.order > other.order ? -1 : 1));
}

/** Oldest first, each once. */
function mergedReplies(shown: readonly WallReplyRow[], came: readonly WallReplyRow[]): WallReplyRow[] {
  const byId = new Map([...shown, ...came].map((reply) => [reply.id, reply]));
  return [...byId.values()].sort((one, other) => (one.order < other.order ? -1 : 1));
}
