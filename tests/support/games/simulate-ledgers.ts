import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFailed, vi } from 'vitest';
import { createRandom, seedOfRun } from '../random.js';
import { createGameServerKey, buildJavaAccount } from '../site/game-server.js';
import { registerPerson } from '../site/member.js';
import { RandomAdmin, type LinkedMember } from './random-admin.js';
import type { CrashingSite } from './crashing-sites.js';
import { SimulatedGameServer } from './simulated-game-server.js';

interface Load {
  minEntries: number;
  minCrashes: number;
}

const memberCount = 8;
const accounts = Array.from({ length: 30 }, (_, n) => buildJavaAccount(n + 1));
const linkedAccounts = accounts.slice(0, memberCount);
const ranks = ['mvp', 'vip'] as const;
const crashIntervalMs = 4_000;
const maxTemporaryBanMs = 6_000;
/** Their settings differ in who wins a conflict, and in whether their bans reach the site. */
const gameServers = [
  { name: 'One' },
  { name: 'Two', bans_on_site: true },
  { name: 'Three', conflicts: { bans: 'site', ranks: 'game' } },
  { name: 'Four', conflicts: { bans: 'game', ranks: 'last' } },
  { name: 'Five', conflicts: { bans: 'last', ranks: 'last' }, bans_on_site: true },
];

/**
 * Five game servers and an Admin ban players and change ranks, while the game servers are killed, cut off and restored
 * from backups, and the site crashes. Accounts are unlinked and linked again, game servers are removed and restored or
 * change their ranks, and members are erased. In the end, each game server must have exactly what a new server's ledger
 * contains, except for erased members' accounts, which no ledger may still link or rank.
 */
export async function simulateLedgers(site: CrashingSite, load: Load): Promise<void> {
  const seed = seedOfRun();
  const network = await createNetwork(site);
  const { games } = network;
  const countEntries = () => games.reduce((sum, { head }) => sum + head, 0);
  const { crashes, erasedUuids } = await runNetwork(site, network, createRandom(seed), (done) => {
    return done >= load.minCrashes && countEntries() >= load.minEntries;
  });
  const all = [await network.addGame({ name: 'New' }), ...games];
  const catchUp = () => Promise.all(all.map((game) => game.catchUp()));
  await catchUp();
  await vi.waitFor(
    async () => {
      await catchUp();
      const [expected, ...states] = all.map(({ state }) => state.filter((effect) => !isAbout(erasedUuids, effect)));
      expect(expected).not.toEqual([]);
      for (const state of states) expect(state).toEqual(expected);
      const uuids = (await Promise.all(all.map((game) => game.listLinkedUuids()))).flat();
      expect(uuids).not.toEqual([]);
      expect(uuids.filter((uuid) => erasedUuids.includes(uuid))).toEqual([]);
    },
    { timeout: 120_000, interval: 500 },
  );
  const kinds = new Set(games.flatMap((game) => [...game.kinds]));
  expect([...kinds].sort()).toEqual(['ban', 'link', 'rank.add', 'rank.remove', 'unban', 'unlink']);
  console.log(`seed ${seed}: ${countEntries()} entries, ${crashes} crashes of the site`);
}

const isAbout = (uuids: readonly string[], effect: string): boolean => uuids.some((uuid) => effect.endsWith(uuid));

type Network = Awaited<ReturnType<typeof createNetwork>>;

async function createNetwork({ servers }: CrashingSite) {
  const server = servers[0]!;
  const admin = await registerPerson(server, 'Admin');
  const roles: number[] = [];
  for (const name of ranks) roles.push(Number((await admin.perform('POST', '/admin/roles', { name })).id));
  const addGame = async ({ name, ...fields }: { name: string }) => {
    const mappedRanks = ranks.map((rank, n) => ({ role_id: roles[n], rank }));
    const key = await createGameServerKey(admin, name, { ...fields, ranks: mappedRanks, highest_role_id: roles[0] });
    const game = new SimulatedGameServer(
      servers.map(({ url }) => url),
      key,
    );
    onTestFailed(() => console.log(`${name} last retried after ${game.lastFailure}`));
    return game;
  };
  const games: SimulatedGameServer[] = [];
  for (const fields of gameServers) games.push(await addGame(fields));
  const members: LinkedMember[] = [];
  for (const [n, account] of linkedAccounts.entries()) {
    const member = await registerPerson(server, `Member${n}`);
    const { code } = await member.perform('POST', '/account/game-code');
    await games[n % games.length]?.link(String(code), account);
    const { accounts: accountRows } = await member.perform('GET', '/account/game-accounts');
    const [{ id: accountId }] = accountRows as [{ id: number }];
    members.push({ id: member.me?.id ?? 0, accountId, uuid: account.uuid });
  }
  return { admin, members, roles, games, addGame };
}

async function runNetwork(
  site: CrashingSite,
  { admin, members, roles, games }: Network,
  random: () => number,
  isEnough: (crashes: number) => boolean,
): Promise<{ crashes: number; erasedUuids: readonly string[] }> {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const pickBanEnd = () =>
    random() < 0.5 ? new Date(Date.now() + 1_000 + random() * maxTemporaryBanMs).toISOString() : null;
  const play = (game: SimulatedGameServer) => {
    if (random() < 0.5) game.toggleBan(pick(accounts), pickBanEnd());
    else game.toggleRank(pick(linkedAccounts), pick(ranks));
  };
  const runGame = async (game: SimulatedGameServer) => {
    for (let n = 0; n < 3; n++) play(game);
    const choice = random();
    if (choice < 0.05) await game.restore(random());
    else if (choice < 0.1) await sleep(1_000);
    else await game.step(choice < 0.2);
  };
  const urls = site.servers.map(({ url }) => url);
  const staff = new RandomAdmin({ admin, members, roles, urls, random, pickBanEnd });
  onTestFailed(() => console.log(`The Admin last retried after ${staff.lastFailure}`));
  let [crashes, isRunning] = [0, true];
  const crash = async () => {
    await sleep(crashIntervalMs);
    await site.crash(random);
    isRunning = !isEnough(++crashes) || staff.erasedUuids.length === 0;
  };
  const repeat = async (run: () => Promise<void>) => {
    while (isRunning) await run();
  };
  const runs = [crash, () => staff.act(), ...games.map((game) => () => runGame(game))];
  const repeats = runs.map(repeat);
  await Promise.all(repeats).finally(async () => {
    isRunning = false;
    // A crash that has not ended would start a server after the test.
    await Promise.allSettled(repeats);
  });
  return { crashes, erasedUuids: staff.erasedUuids };
}
