import { expect, test } from 'vitest';
import { isConnected, createGameServerRecord, withContact } from './game-server-records.js';

const buildTime = (minutes: number) => Date.UTC(2026, 10, 21, 12, minutes);
const formatTime = (minutes: number) => new Date(buildTime(minutes)).toISOString();

test('a game server counts as connected since its first call after two minutes of silence', () => {
  const firstRecord = withContact(createGameServerRecord(7), buildTime(0));
  const secondRecord = withContact(firstRecord, buildTime(1));
  expect(secondRecord).toMatchObject({ connectedAt: formatTime(0), contactAt: formatTime(1) });
  expect([isConnected(secondRecord, buildTime(2)), isConnected(secondRecord, buildTime(3))]).toEqual([true, false]);
  expect(withContact(secondRecord, buildTime(3))).toMatchObject({
    connectedAt: formatTime(3),
    contactAt: formatTime(3),
  });
});

test('a record from an older version gets a connection time', () => {
  expect(withContact({ ...createGameServerRecord(7), contactAt: formatTime(0) }, buildTime(1))).toMatchObject({
    connectedAt: formatTime(1),
  });
});
