import type { ReportedPlayer } from '@guildhall/domain/games/identity.js';
import { streams } from '@guildhall/domain/events.js';
import { describe, expect, test } from 'vitest';
import { createLimits } from '../../request/rate-limits.js';
import { linkAccount } from '../../testing/games/link-account.js';
import { addMember, testContext, testData, testServer, testServices } from '../../testing/services.js';
import { GameLinks } from './game-links.js';

const now = Date.now();
const yearMs = 365 * 86_400_000;
const buildPlayer = (digit: number): ReportedPlayer => ({
  edition: 'java',
  loginMode: 'online',
  name: `Player${digit}`,
  uuid: `${digit}`.repeat(12) + '4' + `${digit}`.repeat(19),
});

describe('links between members and game accounts', () => {
  const site = testServer();
  const getRefusal = (work: Promise<unknown>) =>
    work.then(
      () => 'linked',
      (error: unknown) => (error as { code?: string }).code,
    );

  test('an account has five tries in ten minutes, and so does a member', async () => {
    const { services } = site;
    const { id: userId } = await addMember(services, 'Steve');
    const links = new GameLinks({ ...services, limits: createLimits(true) });
    const { code } = await services.gameCodes.create({ userId });
    for (let n = 0; n < 5; n++) expect(await getRefusal(links.redeemInGame('AAAAAAAA', 1, 7, ''))).toBe('code-invalid');
    expect(await getRefusal(links.redeemInGame(code, 1, 7, ''))).toBe('too-many-tries');
    expect(await getRefusal(links.redeemInGame(code, 1, 8, ''))).toBe('linked');
    for (let n = 0; n < 5; n++)
      expect(await getRefusal(links.redeemOnSite('AAAAAAAA', userId, ''))).toBe('code-invalid');
    expect(await getRefusal(links.redeemOnSite('AAAAAAAA', userId, ''))).toBe('too-many-tries');
  });

  test('links a member whom another server registered a moment ago', async () => {
    const data = testData();
    const firstServer = await testServices(data);
    const secondServer = await testServices(data, firstServer);
    const { id: userId } = await addMember(firstServer.services, 'Steve');
    const { code } = await firstServer.services.gameCodes.create({ userId });
    expect(await getRefusal(secondServer.services.gameLinks.redeemInGame(code, 1, 7, ''))).toBe('linked');
    await secondServer.close();
    await firstServer.close();
    data.remove();
  });

  test('the event names the member as actor and the server that vouches, and contains no identity', async () => {
    const { services } = site;
    const { id: userId } = await addMember(services, 'Steve');
    const accountId = await services.gameAccounts.resolve(buildPlayer(1), 7, new Date(now).toISOString());
    const { code } = await services.gameCodes.create({ accountId, serverId: 7 });
    await services.gameLinks.redeemOnSite(code, userId, 'a call');
    const [event] = await services.log.readStream(streams.games);
    expect([event?.data, event?.metadata['actorId']]).toEqual([{ accountId, userId, serverId: 7 }, String(userId)]);
    expect(JSON.stringify(event)).not.toMatch(/1111|Player1/);
  });

  test('codes are different, and the vault contains only their HMAC until they have expired for an hour', async () => {
    const { gameCodes, vault } = site.services;
    const firstCode = await gameCodes.create({ userId: 1 }, now);
    const second = await gameCodes.create({ userId: 2 }, now);
    expect(firstCode.code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    expect(firstCode.code).not.toBe(second.code);
    const stored = await gameCodes.find(firstCode.code, { accountId: 5, serverId: 7 }, now);
    expect(JSON.stringify(stored)).not.toContain(firstCode.code);
    await gameCodes.sweep(now + 600_000 + 3_600_000);
    expect(await vault.findGameCode(stored.hash)).not.toBeNull();
    await gameCodes.sweep(now + 600_000 + 3_600_001);
    expect(await vault.findGameCode(stored.hash)).toBeNull();
  });

  test('accounts that were not seen for a year are removed, unless they are linked or banned', async () => {
    const { gameAccounts, commands } = site.services;
    const { id: userId } = await addMember(site.services, 'Steve');
    const seenAt = new Date(now).toISOString();
    const [unknownAccount = 0, bannedAccount = 0] = await gameAccounts.resolveAll(
      [buildPlayer(1), buildPlayer(2)],
      7,
      seenAt,
    );
    const linkedAccount = await linkAccount(site.services, userId);
    const ban = { type: 'BanPlayer', accountId: bannedAccount, reason: null, until: null } as const;
    await commands.games(ban, null, testContext());
    await gameAccounts.sweep(now + yearMs);
    const listRemaining = async () =>
      [...(await gameAccounts.describe([unknownAccount, bannedAccount, linkedAccount])).keys()].sort();
    expect(await listRemaining()).toHaveLength(3);
    await gameAccounts.sweep(now + 2 * yearMs);
    expect(await listRemaining()).toEqual([bannedAccount, linkedAccount].sort());
  });

  test('formerly linked accounts are erased too, unless another member has linked them since', async () => {
    const { services } = site;
    const [anna, bram] = [(await addMember(services, 'Anna')).id, (await addMember(services, 'Bram')).id];
    const [keptAccount, goneAccount] = [await linkAccount(services, anna), await linkAccount(services, anna)];
    for (const accountId of [keptAccount, goneAccount])
      await services.commands.games({ type: 'UnlinkAccount', accountId }, null, testContext());
    const move = { type: 'LinkAccount', accountId: keptAccount, userId: bram, serverId: 7 } as const;
    await services.commands.games(move, services.policy.getActor(bram), testContext());
    await services.accountErasure.erase({ userId: anna, texts: false }, services.policy.getActor(anna), testContext());
    expect([...(await services.gameAccounts.describe([keptAccount, goneAccount])).keys()]).toEqual([keptAccount]);
  });

  test('a link to an account that an older vault does not contain makes room for another', async () => {
    const { services } = site;
    const { id: userId } = await addMember(services, 'Steve');
    const lostAccount = await linkAccount(services, userId);
    await services.vault.removeGameAccounts([lostAccount]);
    const accountId = await services.gameAccounts.resolve(buildPlayer(3), 7, new Date(now).toISOString());
    const { code } = await services.gameCodes.create({ userId });
    await services.gameLinks.redeemInGame(code, accountId, 7, '');
    expect(services.policy.games.accountsOfMember.get(userId)).toEqual([accountId]);
  });

  test('an erased member has no accounts, even if an older vault still contains them', async () => {
    const { services } = site;
    const { id: userId } = await addMember(services, 'Steve');
    const accountId = await linkAccount(services, userId);
    const account = (await services.gameAccounts.describe([accountId])).get(accountId);
    await services.accountErasure.erase({ userId, texts: false }, services.policy.getActor(userId), testContext());
    if (account) await services.vault.addGameAccount(account);
    expect([
      services.gameAccounts.findMember(accountId),
      (await services.gameAccounts.findByMembers([userId])).size,
    ]).toEqual([null, 0]);
    await services.gameAccounts.sweep(now + 2 * yearMs);
    expect((await services.gameAccounts.describe([accountId])).size).toBe(0);
  });
});
