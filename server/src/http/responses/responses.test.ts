import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { Actor } from '@guildhall/domain/permissions.js';
import type { PermissionKey } from '@guildhall/domain/roles.js';
import type { Position } from '@guildhall/event-store/port.js';
import { expect, test, vi } from 'vitest';
import type { Call } from '../operation.js';
import type { ReadQuery } from '../../request/paging.js';
import { ResponseCache } from './response-cache.js';
import { Responses } from './responses.js';

function buildReads() {
  const state = {
    generation: 1,
    checkpoint: toPosition(10),
    knownPosition: toPosition(10),
    policy: toPosition(10),
    site: toPosition(10),
    directory: 1,
    changed: toPosition(9),
  };
  const gate = { pass: () => undefined as void };
  const rights = { keys: new Set<PermissionKey>() };
  const cacheDeps = {
    views: { store: state },
    policy: createServices(() => state.policy),
    site: createServices(() => state.site),
    directory: {
      get version() {
        return state.directory;
      },
    },
    lastChanges: { isUnchanged: (_: unknown, since: Position) => state.changed <= since },
  };
  const responses = new Responses({
    responseCache: new ResponseCache(cacheDeps),
    positions: {
      begin: () => {
        gate.pass();
        const { checkpoint, knownPosition } = state;
        return Promise.resolve({ checkpoint, knownPosition, position: `0000abcd.${knownPosition}` });
      },
    } as never,
    policy: { getActor: (userId) => ({ userId, roleId: userId ?? 0, keys: rights.keys }) },
  });
  const make = vi.fn(() => Promise.resolve({ rows: { ...state } }));
  const read = async (roleId = 1, path = '/api/rows', query: Record<string, unknown> = {}, makeRows = make) => {
    const actor: Actor = { userId: roleId, roleId, keys: rights.keys };
    const call = { actor, path, query } as unknown as Call<unknown, ReadQuery>;
    const { serializedBody } = await responses.respondShared(call, makeRows);
    return JSON.parse(String(serializedBody?.bytes)) as unknown;
  };
  return { state, waiting: gate, rights, make, read };
}

test('renders a response once per role until something changes', async () => {
  const { make, read } = buildReads();
  for (let n = 0; n < 3; n++) await read(1, '/api/rows', { limit: 5, after: `position ${n}` });
  expect(make).toHaveBeenCalledTimes(1);
  await read(2, '/api/rows', { limit: 5 });
  await read(1, '/api/rows', { limit: 6 });
  await read(1, '/api/others', { limit: 5 });
  expect(make).toHaveBeenCalledTimes(4);
});

const createServices = (read: () => Position) => ({
  get position() {
    return read();
  },
});

const changes = {
  'the generation of the views': { generation: 2 },
  'what it shows of the views': { changed: toPosition(11) },
  'the policy': { policy: toPosition(11) },
  'the settings': { site: toPosition(11) },
  'the directory': { directory: 2 },
};

test.each(Object.entries(changes))('renders a response again after a change to %s alone', async (_, change) => {
  const { state, make, read } = buildReads();
  expect(await read()).toMatchObject({ generation: 1 });
  Object.assign(state, change);
  expect(await read()).toEqual(state);
  expect(make).toHaveBeenCalledTimes(2);
});

test('retains a cached response after an unrelated change', async () => {
  const { state, make, read } = buildReads();
  await read();
  Object.assign(state, { checkpoint: toPosition(12), knownPosition: toPosition(12) });
  await read();
  expect(make).toHaveBeenCalledTimes(1);
});

test('does not reuse a response until this server has read all events shown by the views', async () => {
  const { state, make, read } = buildReads();
  await read();
  state.checkpoint = toPosition(12);
  expect(await read()).toEqual(state);
  expect(make).toHaveBeenCalledTimes(2);
});

test('discards a response built with outdated rights once the rights change is read', async () => {
  const { state, make, read } = buildReads();
  state.checkpoint = toPosition(12);
  await read();
  Object.assign(state, { knownPosition: toPosition(12), changed: toPosition(11) });
  await read();
  expect(make).toHaveBeenCalledTimes(2);
});

const changesDuringRead = Object.entries(changes).filter(([what]) => what !== 'what it shows of the views');
test.each(changesDuringRead)('does not cache a response that was read during a change to %s', async (_, change) => {
  const { state, make, read } = buildReads();
  const stateBefore = { ...state };
  const makeDuring = vi.fn(() => Promise.resolve({ rows: Object.assign(state, change) }));
  await read(1, '/api/rows', {}, makeDuring);
  expect(makeDuring).toHaveBeenCalledTimes(1);
  Object.assign(state, stateBefore);
  expect(await read()).toEqual(stateBefore);
  expect(make).toHaveBeenCalledTimes(1);
});

test('does not share a response if the caller lost the rights while waiting', async () => {
  const { state, waiting, rights, make, read } = buildReads();
  waiting.pass = () => {
    waiting.pass = () => undefined;
    rights.keys = new Set();
    state.policy = toPosition(11);
  };
  await read();
  await read();
  await read();
  expect(make).toHaveBeenCalledTimes(2);
});
