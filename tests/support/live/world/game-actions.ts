import { buildJavaAccount, runLedgers, TestGameServer } from '../../site/game-server.js';
import type { Action, World } from './world.js';

let players = 0;

/** Runs with two game servers, and removes them afterwards so that their number stays within the limit. */
const withServers = (play: (world: World, from: TestGameServer, to: TestGameServer) => Promise<unknown>): Action => {
  return async (world) => {
    const stop = await runLedgers(world.site);
    const [from, to] = [await TestGameServer.create(world.site), await TestGameServer.create(world.site)];
    try {
      await play(world, from, to);
    } finally {
      await stop();
    }
    for (const { id } of [from, to]) await world.sendAsAdmin('DELETE', `/admin/game-servers/${id}`);
  };
};

export const gameActions: Readonly<Record<string, Action>> = {
  'change a game server': withServers((world, { id }) =>
    world.sendAsAdmin('PUT', `/admin/game-servers/${id}`, { name: world.site.createName() }),
  ),
  'ban a player in the game': withServers(async (_world, from, to) => {
    const account = buildJavaAccount(70_000 + ++players);
    await from.report('ban', account);
    await to.apply(20);
    await from.report('unban', account);
    await to.program.send('POST', '/game/ledger/ack', { reset: 0, reason: 'Restored from a backup' });
  }),
};
