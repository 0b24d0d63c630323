import { describe, test } from 'vitest';
import { given } from '../testing/given.js';
import { anna, bram, guestActor } from '../testing/people.js';
import { follow } from './decide.js';

const by = (actor: typeof anna, members = [anna.userId, bram.userId]) => ({
  actor,
  isMember: (userId: number) => members.includes(userId),
});
const follows = { type: 'Follow', followedId: 102 } as const;
const unfollows = { type: 'Unfollow', followedId: 102 } as const;
const data = { followerId: 101, followedId: 102 };
const followed = { type: 'Followed.v1', data } as const;
const unfollowed = { type: 'Unfollowed.v1', data } as const;

describe('following a member', () => {
  test('repeated follows or unfollows are recorded only once', () => {
    given(follow).when(follows, by(anna)).then(followed);
    given(follow, followed).when(follows, by(anna)).thenNothing();
    given(follow, followed).when(unfollows, by(anna)).then(unfollowed);
    given(follow).when(unfollows, by(anna)).thenNothing();
    given(follow, followed, unfollowed).when(follows, by(anna)).then(followed);
  });

  test('guests cannot follow members', () => {
    given(follow).when(follows, by(guestActor)).thenRefused('login-required');
    given(follow).when(unfollows, by(guestActor)).thenRefused('login-required');
  });

  test('members cannot follow themselves', () => {
    given(follow)
      .when(follows, by(anna, [101]))
      .thenRefused('profile-not-found');
    given(follow).when(follows, by(bram)).thenRefused('follow-yourself');
    given(follow).when(unfollows, by(bram)).thenNothing();
  });

  test('a member can unfollow someone whose account was erased', () => {
    given(follow, followed)
      .when(unfollows, by(anna, [101]))
      .then(unfollowed);
    given(follow, followed)
      .when(follows, by(anna, [101]))
      .thenRefused('profile-not-found');
  });
});
