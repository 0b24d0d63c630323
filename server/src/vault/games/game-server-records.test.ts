import { expect, test } from 'vitest';
import { isConnected, createGameServerRecord, withContact } from './game-server-records.js';

const at = (minutes: number) => Date.UTC(2026, 10, 21, 12, minutes);
const iso = (minutes: number) => new Date(at(minutes)).toISOString();

test('a game server is connected since its first call after a silence of two minutes', () => {
  const first = withContact(createGameServerRecord(7), at(0));
  const second = withContact(first, at(1));
  expect(second).toMatchObject({ connectedAt: iso(0), contactAt: iso(1) });
  expect([isConnected(second, at(2)), isConnected(second, at(3))]).toEqual([true, false]);
  expect(withContact(second, at(3))).toMatchObject({ connectedAt: iso(3), contactAt: iso(3) });
});

test('a record of an older version gets a time of connection', () => {
  expect(withContact({ ...createGameServerRecord(7), contactAt: iso(0) }, at(1))).toMatchObject({
    connectedAt: iso(1),
  });
});
