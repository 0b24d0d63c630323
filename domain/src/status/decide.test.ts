import { test } from 'vitest';
import { given } from '../testing/given.js';
import { status } from './decide.js';

test('a player count is recorded only once per time slot', () => {
  const data = { slot: '2026-11-21T06:00:00.000Z', players: 12, modes: { kingdoms: null }, servers: {} };
  const playersCounted = { type: 'PlayersCounted.v1', data } as const;
  const count = { type: 'CountPlayers', ...data } as const;
  const laterData = { ...data, slot: '2026-11-21T06:10:00.000Z' };
  given(status).when(count).then(playersCounted);
  given(status, playersCounted).when(count).thenNothing();
  given(status, playersCounted)
    .when({ ...count, ...laterData })
    .then({ type: 'PlayersCounted.v1', data: laterData });
});
