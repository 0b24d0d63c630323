import { describe, test } from 'vitest';
import { given } from '../testing/given.js';
import { bram, guestActor } from '../testing/people.js';
import { watch } from './decide.js';
import type { WatchEvent, WatchLevel } from './events.js';

const target = { kind: 'thread', id: 10 } as const;
const set = (level: WatchLevel | null) => ({ type: 'SetWatch', target, level }) as const;
const wasSet = (level: WatchLevel | null, before: WatchLevel | null): WatchEvent => ({
  type: 'WatchSet.v1',
  data: { ...target, userId: 102, level, before },
});
const by = (actor: typeof bram, visible = true) => ({ actor, visible });

describe('watching a thread or place', () => {
  test('records a change of the watch level only once', () => {
    given(watch).when(set('watching'), by(bram)).then(wasSet('watching', null));
    given(watch, wasSet('watching', null)).when(set('muted'), by(bram)).then(wasSet('muted', 'watching'));
    given(watch, wasSet('muted', null)).when(set(null), by(bram)).then(wasSet(null, 'muted'));
    given(watch, wasSet('muted', null)).when(set('muted'), by(bram)).thenNothing();
    given(watch).when(set(null), by(bram)).thenNothing();
  });

  test('rejects watching by guests, and watching a target that the member cannot see', () => {
    given(watch).when(set('watching'), by(guestActor)).thenRefused('login-first');
    given(watch).when(set('muted'), by(bram, false)).thenRefused('not-found');
  });

  test('a member can stop watching a target that they can no longer see', () => {
    given(watch, wasSet('watching', null)).when(set(null), by(bram, false)).then(wasSet(null, 'watching'));
  });
});
