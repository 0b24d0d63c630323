import { describe, test } from 'vitest';
import { given } from '../testing/given.js';
import { anna, bram, guestActor } from '../testing/people.js';
import { ignore } from './decide.js';

const buildContext = (actor: typeof anna, members = [anna.userId, bram.userId]) => ({
  actor,
  isMember: (userId: number) => members.includes(userId),
});
const ignores = { type: 'Ignore', memberId: 102 } as const;
const unignores = { type: 'Unignore', memberId: 102 } as const;
const mutes = { type: 'Mute', memberId: 102 } as const;
const unmutes = { type: 'Unmute', memberId: 102 } as const;
const data = { userId: 101, ignoredId: 102 };
const ignoredEvent = { type: 'Ignored.v1', data } as const;
const memberUnignored = { type: 'Unignored.v1', data } as const;
const memberMuted = { type: 'MemberMuted.v1', data: { userId: 101, mutedId: 102 } } as const;
const memberUnmuted = { type: 'MemberUnmuted.v1', data: { userId: 101, mutedId: 102 } } as const;

describe('ignoring a member', () => {
  test('records ignoring or unignoring the same member only once', () => {
    given(ignore).when(ignores, buildContext(anna)).then(ignoredEvent);
    given(ignore, ignoredEvent).when(ignores, buildContext(anna)).thenNothing();
    given(ignore, ignoredEvent).when(unignores, buildContext(anna)).then(memberUnignored);
    given(ignore).when(unignores, buildContext(anna)).thenNothing();
    given(ignore, ignoredEvent, memberUnignored).when(ignores, buildContext(anna)).then(ignoredEvent);
  });

  test('guests cannot ignore members, and members cannot ignore themselves', () => {
    given(ignore).when(ignores, buildContext(guestActor)).thenRefused('login-required');
    given(ignore).when(ignores, buildContext(bram)).thenRefused('ignore-yourself');
    given(ignore)
      .when(ignores, buildContext(anna, [101]))
      .thenRefused('profile-not-found');
  });

  test('a member can stop ignoring someone whose account was erased', () => {
    given(ignore, ignoredEvent)
      .when(unignores, buildContext(anna, [101]))
      .then(memberUnignored);
  });
});

describe('muting a member', () => {
  test('records muting or unmuting the same member only once', () => {
    given(ignore).when(mutes, buildContext(anna)).then(memberMuted);
    given(ignore, memberMuted).when(mutes, buildContext(anna)).thenNothing();
    given(ignore, memberMuted).when(unmutes, buildContext(anna)).then(memberUnmuted);
    given(ignore, memberMuted, memberUnmuted).when(unmutes, buildContext(anna)).thenNothing();
  });

  test('a member can mute someone they also ignore, and the two do not affect each other', () => {
    given(ignore, ignoredEvent).when(mutes, buildContext(anna)).then(memberMuted);
    given(ignore, memberMuted, ignoredEvent, memberUnignored).when(mutes, buildContext(anna)).thenNothing();
    given(ignore, ignoredEvent, memberMuted, memberUnmuted).when(ignores, buildContext(anna)).thenNothing();
  });

  test('guests cannot mute members, and members cannot mute themselves', () => {
    given(ignore).when(mutes, buildContext(guestActor)).thenRefused('login-required');
    given(ignore).when(mutes, buildContext(bram)).thenRefused('mute-yourself');
    given(ignore)
      .when(mutes, buildContext(anna, [101]))
      .thenRefused('profile-not-found');
  });

  test('a member can unmute someone whose account was erased', () => {
    given(ignore, memberMuted)
      .when(unmutes, buildContext(anna, [101]))
      .then(memberUnmuted);
  });
});
