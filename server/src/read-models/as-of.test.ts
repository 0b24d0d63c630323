import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '@guildhall/domain/permissions.js';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { loadAsOf } from './as-of.js';
import type { Services } from '../services.js';
import { addMember, makeAdmin, testServer } from '../testing/services.js';
import { makeForum, send, steps } from '../testing/staff-actions.js';
import { takeStaffSnapshot, type Snapshot } from '../testing/staff-snapshot.js';

const server = testServer(beforeAll);
let services: Services;
let admin: Actor;
let memberIds: number[] = [];

beforeAll(async () => {
  ({ services } = server);
  const names = ['Alex', 'Steve', 'Robin', 'Casey'];
  memberIds = (await Promise.all(names.map((name) => addMember(services, name)))).map(({ id }) => id);
  await makeAdmin(services, memberIds[0] ?? 0);
  admin = services.policy.getActor(memberIds[0] ?? 0);
  await makeForum(services, admin, memberIds);
});

const takeSnapshot = async (at: string): Promise<Snapshot> => {
  const { policy, site } = await loadAsOf(services, { actor: admin, identity: null }, at);
  return takeStaffSnapshot({ policy, site, commands: services.commands });
};

test('the site as of any moment matches its state at that time', { timeout: 60_000 }, async () => {
  const moments: { at: string; stood: Snapshot }[] = [];
  const remember = async () => {
    await sleep(2);
    moments.push({ at: new Date().toISOString(), stood: await takeStaffSnapshot(services) });
    await sleep(2);
  };
  const sequences = fc.sample(steps, 40);
  for (const step of sequences.flat()) {
    await send(services, admin, memberIds, step);
    await remember();
  }
  expect(new Set(moments.map(({ stood }) => JSON.stringify(stood))).size, 'different states').toBeGreaterThan(20);
  for (const { at, stood } of moments) expect(await takeSnapshot(at), at).toEqual(stood);
});

test('the site is empty before the first event and current after the last one', async () => {
  expect((await takeSnapshot('2020-01-01T00:00:00.000Z')).sections).toEqual([]);
  expect(await takeSnapshot('2100-01-01T00:00:00.000Z')).toEqual(await takeStaffSnapshot(services));
});

test('only members with access to the audit can view the past', async () => {
  const { id } = await addMember(services, 'Jamie');
  const member = { actor: services.policy.getActor(id), identity: null };
  await expect(loadAsOf(services, member, '2026-01-01T00:00:00.000Z')).rejects.toMatchObject({ code: 'not-found' });
  expect((await loadAsOf(services, member, undefined)).policy).toBe(services.policy);
});
