import type { UploadResponse } from '@guildhall/domain/wire/schemas/members/uploads.js';
import { linkAccount } from '@guildhall/server/testing/games/link-account.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { createSession } from '@guildhall/server/testing/services.js';
import { getPassword } from '../../site/member.js';
import { registerForLink } from '../../site/people.js';
import type { SiteMember } from '../../site/site.js';
import type { Action, World } from './world.js';

type WallPost = World['things']['wallPosts'][number];

async function writeOnWall(world: World, owner: SiteMember, parentId: number | null): Promise<WallPost | null> {
  const path = parentId === null ? `/profile/${owner.name}/posts` : `/profile/posts/${parentId}/replies`;
  const { status, json } = await world.send('POST', path, { content: world.site.createName() }, { as: world.anyone });
  if (status >= 300) return null;
  const createdPost = { id: (json as { id: number }).id, parentId };
  world.things.wallPosts.push(createdPost);
  return createdPost;
}

const pickOwner = (world: World): SiteMember => world.pick([world.site.member, world.site.other]);
const listExisting = (world: World): WallPost[] => world.things.wallPosts.filter(({ deleted }) => !deleted);

const pickOnWall = (world: World, deleted: boolean): Promise<WallPost> =>
  world.pickOrCreate(world.things.wallPosts, deleted, () => createDeletedPost(world));

async function createDeletedPost(world: World): Promise<WallPost> {
  const createdPost = await writeOnWall(world, pickOwner(world), null);
  if (!createdPost) throw new Error('No wall accepts a post');
  createdPost.deleted = await world.sendAsAdmin('DELETE', `/profile/posts/${createdPost.id}`);
  return createdPost;
}

const togglePairs = [
  ['follow', 'unfollow'],
  ['ignore', 'unignore'],
  ['mute', 'unmute'],
] as const;
/** Alternates between on and off so that one of them is a change, whatever the initial state. */
const toggle =
  ([on, off]: (typeof togglePairs)[number]) =>
  async (world: World) => {
    const [as, target] = world.pick([
      [world.site.member, world.site.other],
      [world.site.other, world.site.admin],
      [world.moderator, world.site.member],
    ] as const);
    for (const action of world.pick([[on], [off, on], [on, off]])) {
      await world.send('POST', `/profile/${target.name}/${action}`, undefined, { as });
    }
  };

const followedWorlds = new WeakSet<World>();

async function verifyNewcomer(world: World): Promise<void> {
  await world.send('GET', `/verify${(await registerForLink(world.site)).search}`);
}

/**
 * Shows a new upload in a new thread, in a reply to it, in one of the other threads and on a wall.
 * @returns the upload's id
 */
async function showUpload(world: World, as: SiteMember): Promise<string> {
  const { site, things } = world;
  const file = { field: 'file', bytes: await createPictureFile('png', 20, 20, 'noise') };
  const { json } = await world.send('POST', '/uploads', undefined, { as, file });
  const { id } = json as UploadResponse;
  const content = `![A tower](upload:${id})`;
  const thread = { id: await site.createThread(as, { content }) };
  things.threads.push(thread);
  things.replies.push({ id: await site.createReply(thread.id, as, content), threadId: thread.id });
  const shownThread = world.pick(things.threads.filter(({ deleted }) => !deleted));
  await world.send('POST', '/forums/posts', { thread_id: shownThread.id, content }, { as });
  await world.send('POST', `/profile/${pickOwner(world).name}/posts`, { content }, { as });
  return id;
}

export const memberActions: Readonly<Record<string, Action>> = {
  'write on a wall': (world) => writeOnWall(world, pickOwner(world), null),
  'answer on a wall': async (world) => {
    const posts = listExisting(world).filter(({ parentId }) => parentId === null);
    const post = posts.length > 0 ? world.pick(posts) : await writeOnWall(world, pickOwner(world), null);
    for (let n = 0; n < 3; n++) await writeOnWall(world, pickOwner(world), post?.id ?? null);
  },
  'delete something on a wall': async (world) => {
    const post = await pickOnWall(world, false);
    post.deleted = await world.sendAsAdmin('DELETE', `/profile/posts/${post.id}`);
    await createDeletedPost(world);
  },
  'restore something on a wall': async (world) => {
    for (const post of [await pickOnWall(world, true), await createDeletedPost(world)]) {
      post.deleted = !(await world.sendAsAdmin('POST', `/profile/posts/${post.id}/restore`, {}));
    }
  },
  'follow, or no longer': toggle(togglePairs[0]),
  'follow the other way': async (world) => {
    const isFollowing = followedWorlds.delete(world);
    if (!isFollowing) followedWorlds.add(world);
    const action = isFollowing ? 'unfollow' : 'follow';
    await world.send('POST', `/profile/${world.site.other.name}/${action}`, undefined, { as: world.site.member });
  },
  'follow no longer': async (world) => {
    for (const action of ['follow', 'unfollow']) {
      await world.send('POST', `/profile/${world.site.other.name}/${action}`, undefined, { as: world.site.member });
    }
  },
  'ignore, or no longer': toggle(togglePairs[1]),
  'mute, or no longer': toggle(togglePairs[2]),
  'ignore and mute no longer': async (world) => {
    for (const action of ['ignore', 'unignore', 'mute', 'unmute']) {
      await world.send('POST', `/profile/${world.moderator.name}/${action}`, undefined, { as: world.site.other });
    }
  },
  'link a game account': async (world) => {
    await linkAccount(world.site.services, pickOwner(world).id);
  },
  'unlink a game account': async (world) => {
    const as = pickOwner(world);
    const id = await linkAccount(world.site.services, as.id);
    await world.send('DELETE', `/account/game-accounts/${id}`, undefined, { as });
  },
  'watch something': async (world) => {
    const targets = [
      { kind: 'thread', id: world.pick(world.things.threads).id },
      { kind: 'section', id: world.section },
    ];
    const body = { ...world.pick(targets), level: world.pick(['watching', 'normal', 'muted', null]) };
    await world.send('PUT', '/forums/watches', body, { as: world.anyone });
    const newThread = { kind: 'thread', id: await world.site.createThread(), level: 'watching' };
    await world.send('PUT', '/forums/watches', newThread, { as: world.site.other });
  },

  'come as somebody new': verifyNewcomer,
  'take another name': async (world) => {
    const person = await world.createPasserBy();
    await world.site.givePassword(person, getPassword(person.name));
    const body = { password: getPassword(person.name), username: world.site.createName() };
    await world.send('PUT', '/account/username', body, { as: person });
  },
  'put up a picture': async (world) => {
    const file = { field: 'avatar', bytes: await createPictureFile('png', 20, 20) };
    await world.send('POST', '/account/avatar', undefined, { as: world.anyone, file });
  },
  'show an upload': (world) => showUpload(world, world.anyone),
  'show an upload that an Admin removes': async (world) => {
    const id = await showUpload(world, world.pick([world.site.member, world.site.other]));
    await world.sendAsAdmin('DELETE', `/admin/uploads/${id}`, { reason: 'Not ours' });
  },
  'end other sessions': async (world) => {
    const person = await world.createPasserBy();
    const cookie = await createSession(world.site.services, person.id);
    await world.send('DELETE', '/sessions', undefined, { as: { cookie } });
  },
  'erase somebody': async (world) => {
    const { id } = await world.createPasserBy();
    await world.sendAsAdmin('POST', `/admin/delete/${id}`, { texts: world.pick([0, 1]), reason: 'Asked for' });
  },
  'ban somebody': async (world) =>
    world.sendAsAdmin('POST', `/admin/ban/${(await world.createPasserBy()).id}`, { reason: 'Spam' }),
  'ban somebody and take it back': async (world) => {
    const { id } = await world.createPasserBy();
    await world.sendAsAdmin('POST', `/admin/ban/${id}`, { reason: 'Spam' });
    await world.sendAsAdmin('POST', `/admin/unban/${id}`, {});
  },
};
