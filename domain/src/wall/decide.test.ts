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

describe('a wall post', () => {
  test('is written by anyone who is logged in, on the wall of a member', () => {
    given(wall).when(onAnnas, by(bram)).then(posted);
    given(wall).when(onAnnas, by(guestActor)).thenRefused('login-required');
    given(wall)
      .when({ ...onAnnas, ownerId: 109 }, by(bram))
      .thenRefused('profile-not-found');
    given(wall, posted).when(onAnnas, by(bram)).thenRefused('id-in-use');
  });

  test('is deleted only by its author, the owner of the wall and moderators', () => {
    for (const actor of [bram, anna, holderOf('moderate_comments'), mila]) {
      given(wall, posted).when(remove, by(actor)).then(deleted);
    }
    given(wall, posted).when(remove, by(carlos)).thenRefused('forbidden');
    given(wall, posted)
      .when(remove, by(holderOf('delete_topics')))
      .thenRefused('forbidden');
    given(wall, posted).when(remove, by(guestActor)).thenRefused('login-required');
  });

  test('is visible to moderators only once deleted, and restored by them', () => {
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

describe('a reply on a wall', () => {
  test('is on the wall of the post that it replies to', () => {
    given(wall)
      .when(reply, by(carlos, stateOf(posted)))
      .then(replied);
  });

  test('replies to an existing post, and not to another reply', () => {
    given(wall)
      .when(reply, by(carlos, stateOf(posted, deleted)))
      .thenRefused('not-found');
    given(wall)
      .when(reply, by(carlos, stateOf(replied)))
      .thenRefused('not-found');
    given(wall).when(reply, by(carlos, stateOf())).thenRefused('not-found');
  });

  test('is deleted by the owner of the wall too', () => {
    given(wall, replied)
      .when(remove, by(anna, stateOf(posted)))
      .then({ type: 'WallPostDeleted.v1', data: { wallPostId: 31, ownerId: 101, authorId: 105 } });
    given(wall, replied)
      .when(remove, by(bram, stateOf(posted)))
      .thenRefused('forbidden');
  });

  test('is not found once its post is deleted', () => {
    given(wall, replied)
      .when(remove, by(carlos, stateOf(posted, deleted)))
      .thenRefused('not-found');
  });
});

test('A wall post is deleted and restored only once it was posted', () => {
  const status = (...events: WallEvent[]) => stateOf(...events).status;
  expect([status(posted), status(posted, deleted), status(posted, deleted, restored)]).toEqual([
    ...['active', 'deleted', 'active'],
  ]);
  expect(stateOf(deleted)).toEqual({ status: 'none' });
  expect(stateOf(restored)).toEqual({ status: 'none' });
});
