import { describe, test } from 'vitest';
import { given } from '../testing/given.js';
import { anna, bram, guestActor } from '../testing/people.js';
import { follow } from './decide.js';

const buildContext = (actor: typeof anna, members = [anna.userId, bram.userId]) => ({
  actor,
  isMember: (userId: number) => members.includes(userId),
});
const followCommand = { type: 'Follow', followedId: 102 } as const;
const unfollowCommand = { type: 'Unfollow', followedId: 102 } as const;
const data = { followerId: 101, followedId: 102 };
const followedEvent = { type: 'Followed.v1', data } as const;
const unfollowedEvent = { type: 'Unfollowed.v1', data } as const;

describe('following a member', () => {
  test('repeated follows or unfollows are recorded only once', () => {
    given(follow).when(followCommand, buildContext(anna)).then(followedEvent);
    given(follow, followedEvent).when(followCommand, buildContext(anna)).thenNothing();
    given(follow, followedEvent).when(unfollowCommand, buildContext(anna)).then(unfollowedEvent);
    given(follow).when(unfollowCommand, buildContext(anna)).thenNothing();
    given(follow, followedEvent, unfollowedEvent).when(followCommand, buildContext(anna)).then(followedEvent);
  });

  test('guests cannot follow members', () => {
    given(follow).when(followCommand, buildContext(guestActor)).thenRefused('login-required');
    given(follow).when(unfollowCommand, buildContext(guestActor)).thenRefused('login-required');
  });

  test('members cannot follow themselves', () => {
    given(follow)
      .when(followCommand, buildContext(anna, [101]))
      .thenRefused('profile-not-found');
    given(follow).when(followCommand, buildContext(bram)).thenRefused('follow-yourself');
    given(follow).when(unfollowCommand, buildContext(bram)).thenNothing();
  });

  test('a member can unfollow someone whose account was erased', () => {
    given(follow, followedEvent)
      .when(unfollowCommand, buildContext(anna, [101]))
      .then(unfollowedEvent);
    given(follow, followedEvent)
      .when(followCommand, buildContext(anna, [101]))
      .thenRefused('profile-not-found');
  });
});
