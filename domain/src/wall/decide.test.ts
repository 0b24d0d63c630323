import { describe, expect, test } from 'vitest';
import { given } from '../testing/given.js';
import { anna, bram, holderOf, mila, guestActor } from '../testing/people.js';
import { wall, type WallState } from './decide.js';
import type { WallEvent } from './events.js';

const carlos = { ...bram, userId: 105 };
const contextOf = (actor: typeof anna, parent: WallState | null = null) => ({
  actor,
  isMember: (userId: number) => [101, 102, 105].includes(userId),
  parent,
});
const foldState = (...events: WallEvent[]) => events.reduce(wall.evolve, wall.initial());

const onAnnas = { type: 'PostOnWall', wallPostId: 30, ownerId: 101, content: 'sealed' } as const;
const reply = { type: 'ReplyOnWall', wallPostId: 31, parentId: 30, content: 'sealed too' } as const;
const wallPosted: WallEvent = {
  type: 'WallPosted.v1',
  data: { wallPostId: 30, parentId: null, ownerId: 101, authorId: 102, content: 'sealed' },
};
const wallReplied: WallEvent = {
  type: 'WallPosted.v1',
  data: { wallPostId: 31, parentId: 30, ownerId: 101, authorId: 105, content: 'sealed too' },
};
const remove = { type: 'DeleteWallPost' } as const;
const restore = { type: 'RestoreWallPost' } as const;
const wallPostData = { wallPostId: 30, ownerId: 101, authorId: 102 };
const deleted: WallEvent = { type: 'WallPostDeleted.v1', data: wallPostData };
const wallPostRestored: WallEvent = { type: 'WallPostRestored.v1', data: wallPostData };

describe('posting on a wall', () => {
  test("every logged-in member can post on another member's wall", () => {
    given(wall).when(onAnnas, contextOf(bram)).then(wallPosted);
    given(wall).when(onAnnas, contextOf(guestActor)).thenRefused('login-required');
    given(wall)
      .when({ ...onAnnas, ownerId: 109 }, contextOf(bram))
      .thenRefused('profile-not-found');
    given(wall, wallPosted).when(onAnnas, contextOf(bram)).thenRefused('id-in-use');
  });

  test('a wall post lists the uploads of its text', () => {
    const uploads = ['1'.repeat(32)];
    given(wall)
      .when({ ...onAnnas, uploads }, contextOf(bram))
      .then({ type: 'WallPosted.v1', data: { ...wallPosted.data, uploads } });
  });

  test('a wall post can be deleted by its author, the wall owner and moderators', () => {
    for (const actor of [bram, anna, holderOf('moderate_comments'), mila]) {
      given(wall, wallPosted).when(remove, contextOf(actor)).then(deleted);
    }
    given(wall, wallPosted).when(remove, contextOf(carlos)).thenRefused('forbidden');
    given(wall, wallPosted)
      .when(remove, contextOf(holderOf('delete_topics')))
      .thenRefused('forbidden');
    given(wall, wallPosted).when(remove, contextOf(guestActor)).thenRefused('login-required');
  });

  test('only moderators can see and restore a deleted wall post', () => {
    given(wall, wallPosted, deleted).when(remove, contextOf(bram)).thenRefused('not-found');
    given(wall, wallPosted, deleted).when(remove, contextOf(mila)).thenNothing();
    given(wall, wallPosted, deleted).when(restore, contextOf(anna)).thenRefused('not-found');
    given(wall, wallPosted, deleted).when(restore, contextOf(mila)).then(wallPostRestored);
    given(wall, wallPosted).when(restore, contextOf(mila)).thenNothing();
    given(wall, wallPosted, deleted, wallPostRestored).when(remove, contextOf(bram)).then(deleted);
    given(wall, wallPosted, deleted, wallPostRestored).when(restore, contextOf(mila)).thenNothing();
    given(wall).when(remove, contextOf(mila)).thenRefused('not-found');
  });
});

describe('replying on a wall', () => {
  test('a wall reply belongs to the same wall as its parent', () => {
    given(wall)
      .when(reply, contextOf(carlos, foldState(wallPosted)))
      .then(wallReplied);
  });

  test('rejects a wall reply to another reply, or to a missing or deleted post', () => {
    given(wall)
      .when(reply, contextOf(carlos, foldState(wallPosted, deleted)))
      .thenRefused('not-found');
    given(wall)
      .when(reply, contextOf(carlos, foldState(wallReplied)))
      .thenRefused('not-found');
    given(wall).when(reply, contextOf(carlos, foldState())).thenRefused('not-found');
  });

  test('the wall owner can delete a reply on the wall', () => {
    given(wall, wallReplied)
      .when(remove, contextOf(anna, foldState(wallPosted)))
      .then({ type: 'WallPostDeleted.v1', data: { wallPostId: 31, ownerId: 101, authorId: 105 } });
    given(wall, wallReplied)
      .when(remove, contextOf(bram, foldState(wallPosted)))
      .thenRefused('forbidden');
  });

  test('a wall reply cannot be found after its parent was deleted', () => {
    given(wall, wallReplied)
      .when(remove, contextOf(carlos, foldState(wallPosted, deleted)))
      .thenRefused('not-found');
  });
});

test('ignores deleting or restoring a wall post that was never posted', () => {
  const status = (...events: WallEvent[]) => foldState(...events).status;
  expect([status(wallPosted), status(wallPosted, deleted), status(wallPosted, deleted, wallPostRestored)]).toEqual([
    'active',
    'deleted',
    'active',
  ]);
  expect(foldState(deleted)).toEqual({ status: 'none' });
  expect(foldState(wallPostRestored)).toEqual({ status: 'none' });
});
