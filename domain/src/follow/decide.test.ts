import { describe, test } from 'vitest';
import { given } from '../testing/given.js';
import { anna, bram, guestActor } from '../testing/people.js';
import { follow } from './decide.js';

const buildContext = (actor: typeof anna, members = [anna.userId, bram.userId]) => ({
  actor,
  isMember: (userId: number) => members.includes(userId),
});
const follows = { type: 'Follow', followedId: 102 } as const;
const unfollows = { type: 'Unfollow', followedId: 102 } as const;
const data = { followerId: 101, followedId: 102 };
const followedEvent = { type: 'Followed.v1', data } as const;
const unfollowed = { type: 'Unfollowed.v1', data } as const;

describe('following a member', () => {
  test('repeated follows or unfollows are recorded only once', () => {
    given(follow).when(follows, buildContext(anna)).then(followedEvent);
    given(follow, followedEvent).when(follows, buildContext(anna)).thenNothing();
    given(follow, followedEvent).when(unfollows, buildContext(anna)).then(unfollowed);
    given(follow).when(unfollows, buildContext(anna)).thenNothing();
    given(follow, followedEvent, unfollowed).when(follows, buildContext(anna)).then(followedEvent);
  });

  test('guests cannot follow members', () => {
    given(follow).when(follows, buildContext(guestActor)).thenRefused('login-required');
    given(follow).when(unfollows, buildContext(guestActor)).thenRefused('login-required');
  });

  test('members cannot follow themselves', () => {
    given(follow)
      .when(follows, buildContext(anna, [101]))
      .thenRefused('profile-not-found');
    given(follow).when(follows, buildContext(bram)).thenRefused('follow-yourself');
    given(follow).when(unfollows, buildContext(bram)).thenNothing();
  });

  test('a member can unfollow someone whose account was erased', () => {
    given(follow, followedEvent)
      .when(unfollows, buildContext(anna, [101]))
      .then(unfollowed);
    given(follow, followedEvent)
      .when(follows, buildContext(anna, [101]))
      .thenRefused('profile-not-found');
  });
});
