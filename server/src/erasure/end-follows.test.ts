import { followCounts, followersOf, erasedWithFollows } from '@guildhall/projections/views/follows/queries.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemActor } from '@guildhall/domain/ids.js';
import { endFollowsOfErased } from './end-follows.js';
import { systemContext } from '../commands/command-context.js';
import { addMember, testData, testServices, type TestData, type TestServices } from '../testing/services.js';

describe('The follows of and by erased members', () => {
  let data: TestData;
  let site: TestServices;
  beforeEach(async () => {
    data = testData();
    site = await testServices(data);
  });
  afterEach(async () => {
    await site.close();
    data.remove();
  });

  const views = async () => {
    const { log, views } = site.services;
    expect(await views.waitFor(await log.head(), 5_000)).toBe(true);
    return views.store;
  };

  async function follow(followerId: number, followedId: number): Promise<void> {
    const { commands, policy } = site.services;
    const context = systemContext('follow', `${followerId}:${followedId}`);
    await commands.follow({ type: 'Follow', followedId }, policy.actor(followerId), context);
  }

  test('end page by page on both sides, and the follows of others remain', async () => {
    const { commands } = site.services;
    const [star, other] = [await addMember(site.services, 'star'), await addMember(site.services, 'other')];
    await site.services.directory.refresh([star.id, other.id]);
    const fans = Array.from({ length: 205 }, (_, n) => 50_000 + n);
    await Promise.all(fans.map((fan) => follow(fan, star.id)));
    await follow(star.id, other.id);
    await follow(50_000, other.id);
    await commands.staff({ type: 'Leave', userId: star.id, texts: false }, null, systemContext('leave', 'star'));
    await commands.account({ type: 'Erase', userId: star.id, texts: false }, systemContext('erase', 'star'));
    expect(await erasedWithFollows(await views(), 10)).toEqual([star.id]);
    await endFollowsOfErased(site.services);
    const store = await views();
    expect(await erasedWithFollows(store, 10)).toEqual([]);
    expect(await followCounts(store, star.id)).toEqual({ followers: 0, following: 0 });
    expect(await followCounts(store, other.id)).toEqual({ followers: 1, following: 0 });
    expect(await followCounts(store, 50_204)).toEqual({ followers: 0, following: 0 });
    expect(await followersOf(store, star.id, null, 10)).toEqual([]);
    const before = await site.services.log.head();
    await endFollowsOfErased(site.services);
    expect(await site.services.log.head(), 'nothing is left to do').toBe(before);
    const [ended] = (await site.services.log.readStream(`follow-50000-${star.id}`)).slice(-1);
    expect(ended).toMatchObject({ type: 'Unfollowed.v1', metadata: { actorId: systemActor } });
  });
});
