import { describe, test } from 'vitest';
import { given } from '../testing/given.js';
import { bram, guestActor } from '../testing/people.js';
import { watch } from './decide.js';
import type { WatchEvent, WatchLevel } from './events.js';

const target = { kind: 'thread', id: 10 } as const;
const set = (level: WatchLevel | null) => ({ type: 'SetWatch', target, level }) as const;
const watchSet = (level: WatchLevel | null, before: WatchLevel | null): WatchEvent => ({
  type: 'WatchSet.v1',
  data: { ...target, userId: 102, level, before },
});
const buildContext = (actor: typeof bram, isVisible = true) => ({ actor, visible: isVisible });

describe('watching a thread or place', () => {
  test('records a watch-level change only once', () => {
    given(watch).when(set('watching'), buildContext(bram)).then(watchSet('watching', null));
    given(watch, watchSet('watching', null)).when(set('muted'), buildContext(bram)).then(watchSet('muted', 'watching'));
    given(watch, watchSet('muted', null)).when(set(null), buildContext(bram)).then(watchSet(null, 'muted'));
    given(watch, watchSet('muted', null)).when(set('muted'), buildContext(bram)).thenNothing();
    given(watch).when(set(null), buildContext(bram)).thenNothing();
  });

  test('rejects watching by guests, and watching a target that the member cannot see', () => {
    given(watch).when(set('watching'), buildContext(guestActor)).thenRefused('login-first');
    given(watch).when(set('muted'), buildContext(bram, false)).thenRefused('not-found');
  });

  test('a member can stop watching a target that they can no longer see', () => {
    given(watch, watchSet('watching', null))
      .when(set(null), buildContext(bram, false))
      .then(watchSet(null, 'watching'));
  });
});
