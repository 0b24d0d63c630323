import { rowPosition } from '../../../../live/positions.js';
import { removeRow } from '../../../../live/row-set.js';
import { deleteOnWall, getProfile, getReplies, postOnWall, replyOnWall, restoreOnWall, sendFollow } from './api.js';
import { changeWall, isShown, applyFollow, useProfile } from './store.js';
import { applyNewest, removePost, applyReplies } from './wall-rows.js';

export async function follow(username: string, wanted: boolean, key: string): Promise<void> {
  const { position } = await sendFollow(username, wanted, key);
  useProfile.setState((state) => {
    const { profile, numbersPos, username: shown } = state;
    if (!profile || shown !== username || profile.isFollowing === wanted) return;
    applyFollow(state, { id: profile.user.id, pos: rowPosition(position) ?? state.followPos, follows: wanted });
    if (!isShown(numbersPos, position)) profile.followers += wanted ? 1 : -1;
  });
}

export async function writePost(username: string, content: string, key: string): Promise<void> {
  const { position } = await postOnWall(username, content, key);
  await readPosts(username, position);
}

export async function writeReply(postId: number, content: string, key: string): Promise<void> {
  const { position } = await replyOnWall(postId, content, key);
  countReplies(postId, 1, position);
  await readReplies(postId, position);
}

/** Deletes a wall post, or a reply if `parentId` is not null. */
export async function remove(id: number, parentId: number | null, key: string): Promise<void> {
  const { position } = await deleteOnWall(id, key);
  changeWall((wall) => {
    const pos = rowPosition(position) ?? (wall.posts.byId[id] ?? wall.replies.byId[id])?.pos ?? '';
    if (parentId === null) removePost(wall, id, pos);
    else removeRow(wall.replies, id, pos);
  });
  if (parentId === null) return;
  countReplies(parentId, -1, position);
}

export async function restore(id: number, parentId: number | null, username: string, key: string): Promise<void> {
  const { position } = await restoreOnWall(id, key);
  if (parentId === null) return readPosts(username, position);
  countReplies(parentId, 1, position);
  await readReplies(parentId, position);
}

/** Shows the new count until the post itself arrives, if it has not already. */
function countReplies(postId: number, by: number, written: string | null): void {
  changeWall(({ posts }) => {
    const post = posts.byId[postId];
    if (post && !isShown(post.pos, written)) post.reply_count += by;
  });
}

// The text is stored even if this read fails, so only the write decides what its author sees.
async function readPosts(username: string, position: string | null): Promise<void> {
  const page = await getProfile(username, position).catch(() => null);
  if (page && useProfile.getState().username === username) changeWall((wall) => applyNewest(wall, page.body.posts));
}

async function readReplies(postId: number, position: string | null): Promise<void> {
  const page = await getReplies(postId, null, position).catch(() => null);
  if (page) changeWall((wall) => applyReplies(wall, postId, page.body, page.next === null));
}
