import { describe, expect, test } from 'vitest';
import { given } from '../testing/given.js';
import { anna, bram, holderOf, mila, guestActor } from '../testing/people.js';
import { wall, type WallState } from './decide.js';
import type { WallEvent } from './events.js';

const carlos = { ...bram, userId: 105 };
const by = (actor: typeof anna, parent: WallState | null = null) => ({
  actor,
  isMember: (userId: number) => [101, 102, 105].includes(userId),
  parent,
});
const stateOf = (...events: WallEvent[]) => events.reduce(wall.evolve, wall.initial());

const onAnnas = { type: 'PostOnWall', wallPostId: 30, ownerId: 101, content: 'sealed' } as const;
const reply = { type: 'ReplyOnWall', wallPostId: 31, parentId: 30, content: 'sealed too' } as const;
const posted: WallEvent = {
  type: 'WallPosted.v1',
  data: { wallPostId: 30, parentId: null, ownerId: 101, authorId: 102, content: 'sealed' },
};
const replied: WallEvent = {
  type: 'WallPosted.v1',
  data: { wallPostId: 31, parentId: 30, ownerId: 101, authorId: 105, content: 'sealed too' },
};
const remove = { type: 'DeleteWallPost' } as const;
const restore = { type: 'RestoreWallPost' } as const;
const of = { wallPostId: 30, ownerId: 101, authorId: 102 };
const deleted: WallEvent = { type: 'WallPostDeleted.v1', data: of };
const restored: WallEvent = { type: 'WallPostRestored.v1', data: of };

describe('posting on a wall', () => {
  test("every logged-in member can post on another member's wall", () => {
    given(wall).when(onAnnas, by(bram)).then(posted);
    given(wall).when(onAnnas, by(guestActor)).thenRefused('login-required');
    given(wall)
      .when({ ...onAnnas, ownerId: 109 }, by(bram))
      .thenRefused('profile-not-found');
    given(wall, posted).when(onAnnas, by(bram)).thenRefused('id-in-use');
  });

  test('a wall post can be deleted by its author, the wall owner and moderators', () => {
    for (const actor of [bram, anna, holderOf('moderate_comments'), mila]) {
      given(wall, posted).when(remove, by(actor)).then(deleted);
    }
    given(wall, posted).when(remove, by(carlos)).thenRefused('forbidden');
    given(wall, posted)
      .when(remove, by(holderOf('delete_topics')))
      .thenRefused('forbidden');
    given(wall, posted).when(remove, by(guestActor)).thenRefused('login-required');
  });

  test('only moderators can see and restore a deleted wall post', () => {
    given(wall, posted, deleted).when(remove, by(bram)).thenRefused('not-found');
    given(wall, posted, deleted).when(remove, by(mila)).thenNothing();
    given(wall, posted, deleted).when(restore, by(anna)).thenRefused('not-found');
    given(wall, posted, deleted).when(restore, by(mila)).then(restored);
    given(wall, posted).when(restore, by(mila)).thenNothing();
    given(wall, posted, deleted, restored).when(remove, by(bram)).then(deleted);
    given(wall, posted, deleted, restored).when(restore, by(mila)).thenNothing();
    given(wall).when(remove, by(mila)).thenRefused('not-found');
  });
});

describe('replying on a wall', () => {
  test('a wall reply belongs to the same wall as its parent', () => {
    given(wall)
      .when(reply, by(carlos, stateOf(posted)))
      .then(replied);
  });

  test('rejects a wall reply to another reply, or to a missing or deleted post', () => {
    given(wall)
      .when(reply, by(carlos, stateOf(posted, deleted)))
      .thenRefused('not-found');
    given(wall)
      .when(reply, by(carlos, stateOf(replied)))
      .thenRefused('not-found');
    given(wall).when(reply, by(carlos, stateOf())).thenRefused('not-found');
  });

  test('the wall owner can delete a reply on the wall', () => {
    given(wall, replied)
      .when(remove, by(anna, stateOf(posted)))
      .then({ type: 'WallPostDeleted.v1', data: { wallPostId: 31, ownerId: 101, authorId: 105 } });
    given(wall, replied)
      .when(remove, by(bram, stateOf(posted)))
      .thenRefused('forbidden');
  });

  test('a wall reply cannot be found after its parent was deleted', () => {
    given(wall, replied)
      .when(remove, by(carlos, stateOf(posted, deleted)))
      .thenRefused('not-found');
  });
});

test('ignores deleting or restoring a wall post that was never posted', () => {
  const status = (...events: WallEvent[]) => stateOf(...events).status;
  expect([status(posted), status(posted, deleted), status(posted, deleted, restored)]).toEqual([
    ...['active', 'deleted', 'active'],
  ]);
  expect(stateOf(deleted)).toEqual({ status: 'none' });
  expect(stateOf(restored)).toEqual({ status: 'none' });
});
