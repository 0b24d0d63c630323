import { describe, test } from 'vitest';
import { given } from '../testing/given.js';
import { anna, bram, guestActor } from '../testing/people.js';
import { ignore } from './decide.js';

const contextOf = (actor: typeof anna, members = [anna.userId, bram.userId]) => ({
  actor,
  isMember: (userId: number) => members.includes(userId),
});
const ignores = { type: 'Ignore', ignoredId: 102 } as const;
const unignores = { type: 'Unignore', ignoredId: 102 } as const;
const data = { userId: 101, ignoredId: 102 };
const ignoredEvent = { type: 'Ignored.v1', data } as const;
const unignored = { type: 'Unignored.v1', data } as const;

describe('ignoring a member', () => {
  test('records ignoring or unignoring the same member only once', () => {
    given(ignore).when(ignores, contextOf(anna)).then(ignoredEvent);
    given(ignore, ignoredEvent).when(ignores, contextOf(anna)).thenNothing();
    given(ignore, ignoredEvent).when(unignores, contextOf(anna)).then(unignored);
    given(ignore).when(unignores, contextOf(anna)).thenNothing();
    given(ignore, ignoredEvent, unignored).when(ignores, contextOf(anna)).then(ignoredEvent);
  });

  test('guests cannot ignore members, and members cannot ignore themselves', () => {
    given(ignore).when(ignores, contextOf(guestActor)).thenRefused('login-required');
    given(ignore).when(ignores, contextOf(bram)).thenRefused('ignore-yourself');
    given(ignore)
      .when(ignores, contextOf(anna, [101]))
      .thenRefused('profile-not-found');
  });

  test('a member can stop ignoring someone whose account was erased', () => {
    given(ignore, ignoredEvent)
      .when(unignores, contextOf(anna, [101]))
      .then(unignored);
  });
});
