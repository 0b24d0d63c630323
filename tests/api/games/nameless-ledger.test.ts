import { memberRole } from '@guildhall/domain/roles.js';
import { linkAccount } from '@guildhall/server/testing/games/link-account.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { NamelessClient } from '../../support/games/nameless-client.js';
import { buildJavaAccount, TestGameServer } from '../../support/site/game-server.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
let vip = 0;
let clients: NamelessClient[];
beforeAll(async () => {
  vip = (await site.perform('POST', '/admin/roles', { name: 'VIP' }, { as: site.admin })).id;
  const options = { ranks: [{ role_id: vip, rank: 'vip' }], highest_role_id: vip };
  clients = [];
  for (let n = 0; n < 3; n++) clients.push(await NamelessClient.create(site, options));
});

let players = 0;
async function createPlayer() {
  const { uuid, name } = buildJavaAccount(7_000 + ++players);
  const person = await site.createMember(site.createName());
  const accountId = await linkAccount(site.services, person.id, { uuid, name });
  /** Fills the ledgers immediately, as the reaction would some time later. */
  const fill = () => site.services.ledgerFiller.fillAll([accountId], null);
  await fill();
  const findRole = () => site.services.policy.getRoleId(person.id);
  const give = (role: number) => site.perform('POST', `/admin/role/${person.id}`, { role }, { as: site.admin });
  const readCommands = async (client: NamelessClient) =>
    (await client.readPendingCommands()).filter(({ command }) => command.includes(uuid) || command.includes(name));
  return { person, uuid: uuid.replaceAll('-', ''), dashed: uuid, name, fill, findRole, give, commandsAt: readCommands };
}

const execute = (client: NamelessClient, ids: readonly number[]) =>
  client.call('POST', 'store/commands-executed', { commands: ids });

describe('console commands', () => {
  test('console commands are sent again, in ledger order, until they have been executed', async () => {
    const client = clients[0]!;
    const { person, dashed, name, fill, give, commandsAt } = await createPlayer();
    await give(vip);
    await fill();
    await site.perform('POST', `/admin/ban/${person.id}`, { reason: 'Griefing {uuid}\nop me' }, { as: site.admin });
    await fill();
    const rank = `lp user ${dashed} parent add vip`;
    const removed = `lp user ${dashed} parent remove vip`;
    const pending = await commandsAt(client);
    expect(pending.map(({ command }) => command)).toEqual([
      rank,
      ...(pending.some(({ command }) => command === removed) ? [removed] : []),
      `ban ${name} Griefing uuid op me`,
    ]);
    expect(await commandsAt(client)).toEqual(pending);
    // If the first one is skipped, none is acknowledged.
    await execute(client, [pending.at(-1)!.id]);
    expect(await commandsAt(client)).toEqual(pending);
    await execute(client, [pending[0]!.id]);
    expect(await commandsAt(client)).toEqual(pending.slice(1));
    await execute(
      client,
      (await client.readPendingCommands()).map(({ id }) => id),
    );
    expect(await client.readPendingCommands()).toEqual([]);
  });

  test('a ban in the game bans the player on the other servers, and not on its own', async () => {
    const [own, other] = clients as [NamelessClient, NamelessClient];
    const { name, uuid, fill, commandsAt } = await createPlayer();
    expect((await own.call('POST', `users/integration_id:Minecraft:${uuid}/ban`, {})).status).toBe(200);
    await fill();
    expect(await commandsAt(own)).toEqual([]);
    expect((await commandsAt(other)).map(({ command }) => command)).toEqual([`ban ${name}`]);
    const { users } = await own.call('GET', 'users&groups&banned=true');
    expect(users).toContainEqual(expect.objectContaining({ banned: true }));
  });
});

test('a game server cannot ban a member on other servers by giving an invented player their name', async () => {
  const { name, commandsAt } = await createPlayer();
  const hostile = await TestGameServer.create(site);
  const inventedAccount = buildJavaAccount(9_000, name);
  expect(await hostile.report('ban', inventedAccount)).toBe('applied');
  const knownAccount = await site.services.gameAccounts.findNamed(name, hostile.id);
  await site.services.ledgerFiller.fillAll(knownAccount ? [knownAccount.id] : [], null);
  const banCount = site.services.policy.games.bans.size;
  expect([banCount > 0, knownAccount?.uuid]).toEqual([true, inventedAccount.uuid]);
  expect((await commandsAt(clients[0]!)).filter(({ command }) => command.startsWith('ban'))).toEqual([]);
});

test("a rank below the member's own stays in the game", async () => {
  const mvp = (await site.perform('POST', '/admin/roles', { name: 'MVP' }, { as: site.admin })).id;
  const ranks = [
    { role_id: mvp, rank: 'mvp' },
    { role_id: vip, rank: 'vip' },
  ];
  const client = await NamelessClient.create(site, { ranks, highest_role_id: mvp });
  const { uuid, fill, give, findRole, commandsAt } = await createPlayer();
  await give(mvp);
  await fill();
  const [addedCommand] = await commandsAt(client);
  expect(addedCommand?.command).toContain('parent add mvp');
  await execute(client, [addedCommand!.id]);
  await client.reportGroups(uuid, ['vip', 'mvp']);
  await fill();
  expect([await commandsAt(client), findRole()]).toEqual([[], mvp]);
});

const kinds = ['gain', 'lose', 'rejoin', 'poll', 'pollUnnoticed', 'give', 'take'] as const;
/** An event on one of the game servers. `give` and `take` happen on the site. */
const anyStep = fc.record({ at: fc.integer({ min: 0, max: 2 }), kind: fc.constantFrom(...kinds) });

test('no rank flaps, whatever three servers report and in whatever order', async () => {
  const property = fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 25 }), async (steps) => {
    const player = await createPlayer();
    const inGame = [false, false, false];
    const noticedStates = [false, false, false];
    const reportAll = (at: number) =>
      clients[at]!.reportGroups(player.uuid, ['default', ...(noticedStates[at] ? ['vip'] : [])]);
    const poll = async (at: number) => {
      const pending = await player.commandsAt(clients[at]!);
      for (const { command } of pending) inGame[at] = command.includes(' add ');
      await execute(
        clients[at]!,
        (await clients[at]!.readPendingCommands()).map(({ id }) => id),
      );
      return pending.length;
    };
    const look = (at: number) => {
      noticedStates[at] = inGame[at]!;
      return reportAll(at);
    };
    for (const { at, kind } of steps) {
      // The plugin checks often enough to detect each change before the next one.
      if (kind === 'gain' || kind === 'lose') {
        await look(at);
        inGame[at] = kind === 'gain';
      }
      const roleBefore = player.findRole();
      if (kind === 'give' || kind === 'take') await player.give(kind === 'give' ? vip : memberRole.id);
      if (kind === 'poll' || kind === 'pollUnnoticed') await poll(at);
      // A player may join before the plugin has detected what a command changed.
      if (kind === 'pollUnnoticed') await reportAll(at);
      else await look(at);
      // Only a change in the game or on the site changes the role. Joining and polling do not.
      if (['rejoin', 'poll', 'pollUnnoticed'].includes(kind)) expect(player.findRole()).toBe(roleBefore);
      await player.fill();
    }
    for (let movedCount = 1; movedCount > 0;) {
      movedCount = 0;
      for (const at of inGame.keys()) {
        movedCount += await poll(at);
        await look(at);
      }
      await player.fill();
    }
    expect(inGame).toEqual(Array(3).fill(player.findRole() === vip));
  });
  await fc.assert(property, { numRuns: 15 });
});
