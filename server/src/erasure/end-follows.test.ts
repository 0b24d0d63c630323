import { systemActor } from '@guildhall/domain/ids.js';
import { followCounts, findFollowers } from '@guildhall/projections/views/follows/queries.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSystemContext } from '../commands/command-context.js';
import { ReactionRunner } from '../reactions/run-reaction.js';
import { addMember, testServer } from '../testing/services.js';
import { endFollowsOfErased } from './end-follows.js';

describe("erased members' follows", () => {
  const site = testServer();
  let runner: ReactionRunner;
  beforeEach(async () => {
    runner = new ReactionRunner(site.services, endFollowsOfErased(site.services), await site.services.log.readHead());
    runner.start(site.follower);
    site.follower.start();
  });
  afterEach(async () => {
    await runner.stop();
  });

  const readCounts = async (id: number) => followCounts(site.services.views.store, id);
  const eventually = { timeout: 10_000 };

  async function follow(followerId: number, followedId: number): Promise<void> {
    const { commands, policy } = site.services;
    const context = createSystemContext('follow', `${followerId}:${followedId}`);
    await commands.follow({ type: 'Follow', followedId }, policy.getActor(followerId), context);
  }

  async function erase(userId: number): Promise<void> {
    const { commands } = site.services;
    await commands.staff({ type: 'Leave', userId, texts: false }, null, createSystemContext('leave', `${userId}`));
    await commands.account({ type: 'Erase', userId, texts: false }, createSystemContext('erase', `${userId}`));
  }

  test("an erasure ends all of the member's follows in both directions, page by page", async () => {
    const [followedMember, other] = [await addMember(site.services, 'star'), await addMember(site.services, 'other')];
    const fans = Array.from({ length: 205 }, (_, n) => 50_000 + n);
    await Promise.all(fans.map((fan) => follow(fan, followedMember.id)));
    await follow(followedMember.id, other.id);
    await follow(50_000, other.id);
    await expect.poll(() => readCounts(followedMember.id), eventually).toEqual({ followers: 205, following: 1 });
    await erase(followedMember.id);
    await expect.poll(() => readCounts(followedMember.id), eventually).toEqual({ followers: 0, following: 0 });
    expect(await readCounts(other.id)).toEqual({ followers: 1, following: 0 });
    expect(await readCounts(50_204)).toEqual({ followers: 0, following: 0 });
    expect(await findFollowers(site.services.views.store, followedMember.id, null, 10)).toEqual([]);
    const [endEvent] = (await site.services.log.readStream(`follow-50000-${followedMember.id}`)).slice(-1);
    expect(endEvent).toMatchObject({ type: 'Unfollowed.v1', metadata: { actorId: systemActor } });
  });

  test('ends a follow that reached the log after the erasure', async () => {
    const followedMember = await addMember(site.services, 'star');
    await erase(followedMember.id);
    const data = { followerId: 50_000, followedId: followedMember.id };
    const lateFollow = { id: crypto.randomUUID(), type: 'Followed.v1', data, metadata: {} };
    await site.services.log.append(`follow-50000-${followedMember.id}`, [lateFollow], 'no-stream');
    const listTypes = async () =>
      (await site.services.log.readStream(`follow-50000-${followedMember.id}`)).map(({ type }) => type);
    await expect.poll(listTypes, eventually).toEqual(['Followed.v1', 'Unfollowed.v1']);
  });

  test('does not end follows again if the views are rebuilt', async () => {
    const [followedMember, other] = [await addMember(site.services, 'star'), await addMember(site.services, 'other')];
    await follow(other.id, followedMember.id);
    await erase(followedMember.id);
    await expect.poll(async () => (await site.services.vault.listReactions())[0]?.position, eventually).toBeTruthy();
    const listTypes = async () =>
      (await site.services.log.readStream(`follow-${other.id}-${followedMember.id}`)).map(({ type }) => type);
    await expect.poll(listTypes, eventually).toEqual(['Followed.v1', 'Unfollowed.v1']);
    const headBefore = await site.services.log.readHead();
    await site.services.projections.startRebuild();
    await expect.poll(async () => (await site.services.projections.getStatus()).lastRebuild?.ok, eventually).toBe(true);
    expect(await site.services.log.readHead()).toBe(headBefore);
  });
});
