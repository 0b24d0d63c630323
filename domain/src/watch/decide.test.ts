import { describe, test } from 'vitest';
import { given } from '../testing/given.js';
import { bram, guestActor } from '../testing/people.js';
import { watch } from './decide.js';
import type { WatchEvent, WatchLevel } from './events.js';

const target = { kind: 'thread', id: 10 } as const;
const set = (level: WatchLevel | null) => ({ type: 'SetWatch', target, level }) as const;
const buildWatchSet = (level: WatchLevel | null, before: WatchLevel | null): WatchEvent => ({
  type: 'WatchSet.v1',
  data: { ...target, userId: 102, level, before },
});
const buildContext = (actor: typeof bram, isVisible = true) => ({ actor, visible: isVisible });

describe('watching a thread or place', () => {
  test('records a watch-level change only once', () => {
    given(watch).when(set('watching'), buildContext(bram)).then(buildWatchSet('watching', null));
    given(watch, buildWatchSet('watching', null))
      .when(set('muted'), buildContext(bram))
      .then(buildWatchSet('muted', 'watching'));
    given(watch, buildWatchSet('muted', null)).when(set(null), buildContext(bram)).then(buildWatchSet(null, 'muted'));
    given(watch, buildWatchSet('muted', null)).when(set('muted'), buildContext(bram)).thenNothing();
    given(watch).when(set(null), buildContext(bram)).thenNothing();
  });

  test('rejects watching by guests, and watching a target that the member cannot see', () => {
    given(watch).when(set('watching'), buildContext(guestActor)).thenRefused('login-first');
    given(watch).when(set('muted'), buildContext(bram, false)).thenRefused('not-found');
  });

  test('a member can stop watching a target that they can no longer see', () => {
    given(watch, buildWatchSet('watching', null))
      .when(set(null), buildContext(bram, false))
      .then(buildWatchSet(null, 'watching'));
  });
});
