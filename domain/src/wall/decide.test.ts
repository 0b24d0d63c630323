import { describe, expect, test } from 'vitest';
import { given } from '../testing/given.js';
import { anna, bram, buildHolder, mila, guestActor } from '../testing/people.js';
import { wall, type WallState } from './decide.js';
import type { WallEvent } from './events.js';

const carlos = { ...bram, userId: 105 };
const buildContext = (actor: typeof anna, parent: WallState | null = null) => ({
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
    given(wall).when(onAnnas, buildContext(bram)).then(wallPosted);
    given(wall).when(onAnnas, buildContext(guestActor)).thenRefused('login-required');
    given(wall)
      .when({ ...onAnnas, ownerId: 109 }, buildContext(bram))
      .thenRefused('profile-not-found');
    given(wall, wallPosted).when(onAnnas, buildContext(bram)).thenRefused('id-in-use');
  });

  test('a wall post lists the uploads in its text', () => {
    const uploads = ['1'.repeat(32)];
    given(wall)
      .when({ ...onAnnas, uploads }, buildContext(bram))
      .then({ type: 'WallPosted.v1', data: { ...wallPosted.data, uploads } });
  });

  test('a wall post lists the members that its text mentions', () => {
    given(wall)
      .when({ ...onAnnas, mentions: [105] }, buildContext(bram))
      .then({ type: 'WallPosted.v1', data: { ...wallPosted.data, mentions: [105] } });
    given(wall)
      .when({ ...onAnnas, mentions: [] }, buildContext(bram))
      .then(wallPosted);
  });

  test('a wall post can be deleted by its author, the wall owner and moderators', () => {
    for (const actor of [bram, anna, buildHolder('moderate_comments'), mila]) {
      given(wall, wallPosted).when(remove, buildContext(actor)).then(deleted);
    }
    given(wall, wallPosted).when(remove, buildContext(carlos)).thenRefused('forbidden');
    given(wall, wallPosted)
      .when(remove, buildContext(buildHolder('delete_topics')))
      .thenRefused('forbidden');
    given(wall, wallPosted).when(remove, buildContext(guestActor)).thenRefused('login-required');
  });

  test('only moderators can see and restore a deleted wall post', () => {
    given(wall, wallPosted, deleted).when(remove, buildContext(bram)).thenRefused('not-found');
    given(wall, wallPosted, deleted).when(remove, buildContext(mila)).thenNothing();
    given(wall, wallPosted, deleted).when(restore, buildContext(anna)).thenRefused('not-found');
    given(wall, wallPosted, deleted).when(restore, buildContext(mila)).then(wallPostRestored);
    given(wall, wallPosted).when(restore, buildContext(mila)).thenNothing();
    given(wall, wallPosted, deleted, wallPostRestored).when(remove, buildContext(bram)).then(deleted);
    given(wall, wallPosted, deleted, wallPostRestored).when(restore, buildContext(mila)).thenNothing();
    given(wall).when(remove, buildContext(mila)).thenRefused('not-found');
  });
});

describe('replying on a wall', () => {
  test('a wall reply belongs to the same wall as its parent', () => {
    given(wall)
      .when(reply, buildContext(carlos, foldState(wallPosted)))
      .then(wallReplied);
  });

  test('rejects a wall reply to another reply, or to a missing or deleted post', () => {
    given(wall)
      .when(reply, buildContext(carlos, foldState(wallPosted, deleted)))
      .thenRefused('not-found');
    given(wall)
      .when(reply, buildContext(carlos, foldState(wallReplied)))
      .thenRefused('not-found');
    given(wall).when(reply, buildContext(carlos, foldState())).thenRefused('not-found');
  });

  test('the wall owner can delete a reply on the wall', () => {
    given(wall, wallReplied)
      .when(remove, buildContext(anna, foldState(wallPosted)))
      .then({ type: 'WallPostDeleted.v1', data: { wallPostId: 31, ownerId: 101, authorId: 105 } });
    given(wall, wallReplied)
      .when(remove, buildContext(bram, foldState(wallPosted)))
      .thenRefused('forbidden');
  });

  test('a wall reply cannot be found after its parent was deleted', () => {
    given(wall, wallReplied)
      .when(remove, buildContext(carlos, foldState(wallPosted, deleted)))
      .thenRefused('not-found');
  });
});

test('ignores deleting or restoring a wall post that was never posted', () => {
  const getStatus = (...events: WallEvent[]) => foldState(...events).status;
  expect([
    getStatus(wallPosted),
    getStatus(wallPosted, deleted),
    getStatus(wallPosted, deleted, wallPostRestored),
  ]).toEqual(['active', 'deleted', 'active']);
  expect(foldState(deleted)).toEqual({ status: 'none' });
  expect(foldState(wallPostRestored)).toEqual({ status: 'none' });
});
