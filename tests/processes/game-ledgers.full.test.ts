import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { freshSite } from '../support/processes/server-process.js';
import { SimulatedGameServer } from '../support/games/simulated-game-server.js';
import { createGameServerKey, javaAccount } from '../support/site/game-server.js';
import { registered } from '../support/site/member.js';
import { numbersFrom, seedOfRun } from '../support/random.js';

const newSite = freshSite();
const minEntries = 1_000;
const minKills = 3;

test(
  'five game servers end up with the same bans although they and the site crash at random',
  { timeout: 600_000 },
  async () => {
    let site = await newSite.start();
    const admin = await registered(site, 'Admin');
    const servers: SimulatedGameServer[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
      servers.push(new SimulatedGameServer(site.url, await createGameServerKey(admin, name)));
    const random = numbersFrom(seedOfRun());
    const accounts = Array.from({ length: 40 }, (_, n) => javaAccount(n + 1));
    const countEntries = () => servers.reduce((sum, { head }) => sum + head, 0);
    let [kills, isRunning] = [0, true];
    const run = async (server: SimulatedGameServer) => {
      while (isRunning) {
        const what = random();
        for (let n = 0; n < 5; n++) server.play(accounts[Math.floor(random() * accounts.length)]!);
        if (what < 0.05) await server.restore(random());
        else if (what < 0.1) await sleep(1_000);
        else await server.step(what < 0.2);
      }
    };
    const running = servers.map(run);
    while (kills < minKills || countEntries() < minEntries) {
      await sleep(3_000);
      await site.kill();
      kills++;
      site = await newSite.start();
    }
    isRunning = false;
    await Promise.all(running);
    await vi.waitFor(
      async () => {
        for (const server of servers) await server.step();
        expect(servers.map(({ isDone }) => isDone)).toEqual(servers.map(() => true));
        for (const { banned } of servers) expect(banned).toEqual(servers[0]?.banned);
      },
      { timeout: 120_000, interval: 500 },
    );
    expect(countEntries()).toBeGreaterThanOrEqual(minEntries);
    console.log(`${countEntries()} entries, ${kills} kills of the site`);
  },
);
