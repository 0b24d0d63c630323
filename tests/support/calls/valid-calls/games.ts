import { randomUUID } from 'node:crypto';
import { linkAccount } from '@guildhall/server/testing/games/link-account.js';
import { testContext } from '@guildhall/server/testing/services.js';
import { buildJavaAccount } from '../../site/game-server.js';
import { TestProgram } from '../../site/program.js';
import type { Site, SiteMember } from '../../site/site.js';
import { buildAfter, type ValidCalls } from './valid-call.js';

const buildGameReport = () => ({
  id: randomUUID(),
  kind: 'ban',
  at: new Date().toISOString(),
  pos: 0,
  account: createAccount(),
  data: { reason: 'Griefing', until: '2100-01-01T00:00:00Z', rank: 'vip', seconds: 60 },
});

let accounts = 1_000_000;
const createAccount = () => buildJavaAccount(++accounts);

/** Shared by all calls on a site, because a site can have only 50 game servers. */
const gameServers = new WeakMap<Site, Promise<TestProgram>>();
async function createGameServerKey(site: Site): Promise<string> {
  const program = gameServers.get(site) ?? TestProgram.createForGameServer(site);
  gameServers.set(site, program);
  return (await program).headers['authorization'] ?? '';
}

/** Creates a member without linked accounts, so that every call can link one. */
const createPerson = (site: Site) => site.createMember(site.createName());

const createCode = async (site: Site) =>
  (await site.services.gameCodes.create({ userId: (await createPerson(site)).id })).code;

function createPlayer({ services }: Site): Promise<number> {
  const { login_mode: _, ...account } = createAccount();
  const player = { ...account, edition: 'java', loginMode: 'online' } as const;
  return services.gameAccounts.resolve(player, 7, new Date().toISOString());
}

const createAccountCode = async (site: Site) =>
  (await site.services.gameCodes.create({ accountId: await createPlayer(site), serverId: 7 })).code;

/** Unlinks all accounts so that another one can be linked. */
async function unlinkAll({ services: { policy, commands } }: Site, { id }: SiteMember): Promise<void> {
  for (const accountId of policy.games.accountsOfMember.get(id) ?? [])
    await commands.games({ type: 'UnlinkAccount', accountId }, null, testContext());
}

export const gameCalls: ValidCalls = {
  async 'get /game-accounts'(site) {
    const { id } = await createPerson(site);
    await linkAccount(site.services, id);
    return { query: { members: String(id) } };
  },
  'get /account/game-accounts': () => ({}),
  async 'post /account/game-code'(site, as) {
    await unlinkAll(site, as);
    return {};
  },
  async 'post /account/game-accounts'(site, as) {
    await unlinkAll(site, as);
    return { body: { code: await createAccountCode(site) } };
  },
  async 'delete /account/game-accounts/:id'(site, as) {
    return { id: await linkAccount(site.services, as.id) };
  },
  'delete /admin/game-accounts/:id': async (site) => ({
    id: await linkAccount(site.services, (await createPerson(site)).id),
    body: { reason: 'Not theirs' },
  }),
  async 'get /admin/game-accounts'(site) {
    await createPlayer(site);
    return { query: { search: 'player', after: buildAfter(site) } };
  },
  'post /admin/game-accounts/:id/ban': async (site) => ({
    id: await createPlayer(site),
    body: { reason: 'Griefing', until: '2100-01-01T00:00:00Z' },
  }),
  async 'post /admin/game-accounts/:id/unban'(site) {
    const id = await createPlayer(site);
    await site.perform('POST', `/admin/game-accounts/${id}/ban`, {}, { as: site.admin });
    return { id, body: { reason: 'Said sorry' } };
  },
  'get /game/ledger': async (site) => ({
    query: { after: '0', wait: '0', limit: '10' },
    authorization: await createGameServerKey(site),
  }),
  'post /game/ledger/ack': async (site) => ({
    body: { pos: 0, results: [{ id: randomUUID(), ok: false, error: 'Unknown player' }] },
    authorization: await createGameServerKey(site),
  }),
  'post /game/reports': async (site) => ({
    body: { items: [buildGameReport()] },
    authorization: await createGameServerKey(site),
  }),
  'post /game/links': async (site) => ({
    body: { code: await createCode(site), account: createAccount() },
    authorization: await createGameServerKey(site),
  }),
  'post /game/codes': async (site) => ({
    body: { account: createAccount() },
    authorization: await createGameServerKey(site),
  }),
};
