import type { Site } from '../../site/site.js';
import { buildAfter, type ValidCalls } from './valid-call.js';

const createPersonId = async (site: Site) => (await site.createMember(site.createName())).id;
const createRole = async (site: Site) =>
  (await site.perform('POST', '/admin/roles', { name: site.createName() }, { as: site.admin })).id;
const createKeyHolder = async (site: Site, permission: string) => {
  const id = await createRole(site);
  await site.perform('POST', `/admin/roles/${id}/permissions`, { permission }, { as: site.admin });
  return id;
};
const createApiKey = async (site: Site) => {
  const body = { name: site.createName(), role_id: 2, scopes: ['read'] };
  return (await site.perform('POST', '/admin/keys', body, { as: site.admin })).id;
};
const buildGameServer = (site: Site) => ({
  name: site.createName(),
  mode: null,
  address: 'mc.example.org:25565',
  edition: 'both',
  ranks: [{ role_id: 2, rank: 'player' }],
  templates: {
    ban: 'ban {username}',
    unban: 'pardon {username}',
    rank_add: 'rank {username} {rank}',
    rank_remove: 'unrank {username} {rank}',
  },
  conflicts: { bans: 'last', ranks: 'site' },
  highest_role_id: 2,
  bans_on_site: true,
  reason: 'A new world',
});
/** Removes game servers that no call uses any more, because a site can have only 50. */
async function makeRoomForServer(site: Site): Promise<void> {
  const servers = await site.get<{ id: number }[]>('/admin/game-servers', site.admin);
  if (servers.length < 40) return;
  const keys = await site.get<{ game_server: { id: number } | null }[]>('/admin/keys', site.admin);
  const usedIds = new Set([await sharedServers.get(site), ...keys.map((key) => key.game_server?.id)]);
  for (const { id } of servers.filter((server) => !usedIds.has(server.id)))
    await site.perform('DELETE', `/admin/game-servers/${id}`, {}, { as: site.admin });
}

const createGameServer = async (site: Site) =>
  (await site.perform('POST', '/admin/game-servers', buildGameServer(site), { as: site.admin })).id;
/** Shared by all calls on a site, because a site can have only 50. */
const sharedServers = new WeakMap<Site, Promise<number>>();
export const getSharedGameServer = (site: Site): Promise<number> => {
  const server = sharedServers.get(site) ?? createGameServer(site);
  sharedServers.set(site, server);
  return server;
};
const buildNames = (site: Site) => ({
  name: site.createName(),
  display_name: 'Builders',
  color: '#2e9e5b',
  description: 'They build',
  reason: 'Asked for',
});

export const staffCalls: ValidCalls = {
  'get /admin/users': (site) => ({
    query: {
      search: 'steve',
      role_id: '2',
      banned: '0',
      verified: 'true',
      sort: 'posts',
      order: 'desc',
      limit: '10',
      page: '1',
      after: buildAfter(site),
    },
  }),
  'get /admin/users/:id': (site) => ({
    id: site.member.id,
    query: { after: buildAfter(site), at: '2100-01-01T00:00:00Z' },
  }),
  'post /admin/ban/:id': async (site) => ({
    id: await createPersonId(site),
    body: { reason: 'Griefing', until: '2100-01-01T00:00:00Z', site_only: true },
  }),
  async 'post /admin/unban/:id'(site) {
    const id = await createPersonId(site);
    await site.perform('POST', `/admin/ban/${id}`, undefined, { as: site.admin });
    return { id, body: { reason: 'Said sorry' } };
  },
  'post /admin/role/:id': async (site) => ({
    id: await createPersonId(site),
    body: { role: await createRole(site), reason: 'Helps a lot' },
  }),
  async 'post /admin/users/bulk'(site) {
    const ids = [await createPersonId(site), await createPersonId(site)];
    const otherFields = { until: '2100-01-01T00:00:00Z', role: 2, texts: 0, site_only: 1 };
    return { body: { action: 'ban', ids, reason: 'A raid', ...otherFields } };
  },
  async 'post /forums/threads/bulk'(site) {
    const ids = [await site.createThread(), await site.createThread()];
    const target = { section_id: site.section, subsection_id: await site.createSubsection() };
    return { body: { action: 'move', ids, reason: 'Off topic', ...target } };
  },

  'get /admin/roles': () => ({ query: { at: new Date().toISOString() } }),
  'post /admin/roles': (site) => ({ body: buildNames(site) }),
  'put /admin/roles/:id': async (site) => ({ id: await createRole(site), body: buildNames(site) }),
  'delete /admin/roles/:id': async (site) => ({ id: await createRole(site), body: { reason: 'Nobody needs it' } }),
  'get /admin/roles/:id/holders': () => ({ id: 1, query: { at: new Date().toISOString(), limit: '10', page: '1' } }),
  async 'get /admin/keys'(site) {
    await createApiKey(site);
    return { query: { at: new Date().toISOString(), limit: '10' } };
  },
  'post /admin/keys': (site) => ({
    body: {
      name: site.createName(),
      role_id: 2,
      scopes: ['read', 'write:forum'],
      until: '2100-01-01T00:00:00Z',
      calls_per_minute: 60,
      reason: 'For the backup',
    },
  }),
  'delete /admin/keys/:id': async (site) => ({ id: await createApiKey(site), body: { reason: 'It leaked' } }),
  async 'get /admin/game-servers'(site) {
    await getSharedGameServer(site);
    return { query: { at: new Date().toISOString() } };
  },
  'get /admin/game-servers/:id/ledger': async (site) => ({
    id: await getSharedGameServer(site),
    query: { limit: '10', cursor: '5' },
  }),
  'post /admin/game-servers': async (site) => {
    await makeRoomForServer(site);
    return { body: buildGameServer(site) };
  },
  'put /admin/game-servers/:id': async (site) => ({ id: await getSharedGameServer(site), body: buildGameServer(site) }),
  'delete /admin/game-servers/:id': async (site) => {
    await makeRoomForServer(site);
    return { id: await createGameServer(site), body: { reason: 'Closed' } };
  },
  'post /admin/roles/:id/permissions': async (site) => ({
    id: await createRole(site),
    body: { permission: 'lock_topics', reason: 'They lock' },
  }),
  'delete /admin/roles/:id/permissions/:permission': async (site) => ({
    id: await createKeyHolder(site, 'lock_topics'),
    params: { permission: 'lock_topics' },
    body: { reason: 'They do not' },
  }),
};
