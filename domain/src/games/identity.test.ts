import { expect, test } from 'vitest';
import { playerNamePattern, toGameIdentity, toStoredName, uuidPattern } from './identity.js';

const notch = '069a79f4-44e9-4726-a5be-fca90e38aaf5';

test('an online account is the same on every game server, however its UUID is written', () => {
  const identity = { edition: 'java', loginMode: 'online', uuid: notch, serverId: null };
  for (const uuid of [notch, notch.toUpperCase(), notch.replaceAll('-', '')])
    for (const serverId of [1, 2])
      expect(toGameIdentity({ edition: 'java', loginMode: 'online', uuid }, serverId)).toEqual(identity);
});

test('an offline account belongs to the game server that vouches for it', () => {
  const player = { edition: 'java', loginMode: 'offline', uuid: notch } as const;
  expect(toGameIdentity(player, 1)).toEqual({ ...player, serverId: 1 });
  expect(toGameIdentity(player, 2)).toEqual({ ...player, serverId: 2 });
});

test('a UUID made from a name is an offline account even if a game server reports otherwise', () => {
  const uuid = 'b50ad385-829d-3141-a216-7e7d7539ba7f';
  const identity = toGameIdentity({ edition: 'java', loginMode: 'online', uuid }, 1);
  expect(identity).toEqual({ edition: 'java', loginMode: 'offline', uuid, serverId: 1 });
});

test("a Bedrock player's UUID is made from their Xbox id, and is the same on every game server", () => {
  const uuid = 'b50ad385-829d-3141-a216-7e7d7539ba7f';
  const identity = { edition: 'bedrock', loginMode: 'online', uuid, serverId: null };
  for (const serverId of [1, 2])
    expect(toGameIdentity({ edition: 'bedrock', loginMode: 'online', uuid }, serverId)).toEqual(identity);
});

test("an online Java account's name has at most 16 letters, digits and underscores", () => {
  const identity = toGameIdentity({ edition: 'java', loginMode: 'online', uuid: notch }, 1);
  const names = ['Notch', 'Buy <b>cheap</b> gold now', 'ж'].map((name) => toStoredName(identity, name));
  expect(names).toEqual(['Notch', 'Buybcheapbgoldno', '069a79f4']);
  expect(toStoredName({ ...identity, edition: 'bedrock' }, '.Steve Alex')).toBe('.Steve Alex');
});

test("recognises Floodgate's UUIDs as online accounts of the Bedrock edition", () => {
  const uuid = '00000000-0000-0000-0009-01f64f65c7c3';
  for (const loginMode of ['online', 'offline'] as const)
    expect(toGameIdentity({ edition: 'java', loginMode, uuid }, 1)).toEqual({
      edition: 'bedrock',
      loginMode: 'online',
      uuid,
      serverId: null,
    });
});

test('accepts names of both editions, and rejects control characters and spaces at the ends', () => {
  for (const name of ['Notch', '.Steve Alex', '*x', 'Jürgen', 'a'.repeat(32)]) expect(name).toMatch(playerNamePattern);
  for (const name of ['', ' a', 'a ', 'a\nb', 'a\u202Eb', 'a\u0000', 'a'.repeat(33)])
    expect(name).not.toMatch(playerNamePattern);
});

test('accepts UUIDs with and without hyphens, and nothing else', () => {
  for (const uuid of [notch, notch.replaceAll('-', '')]) expect(uuid).toMatch(uuidPattern);
  for (const uuid of [
    '',
    '00000000-0000-0000-0000-000000000000',
    '0'.repeat(32),
    `${notch}0`,
    notch.slice(1),
    notch.replace('0', 'g'),
  ])
    expect(uuid).not.toMatch(uuidPattern);
});
