import { gameLimits } from '@guildhall/domain/games/limits.js';
import { listGameServers, type GameServer } from '@guildhall/domain/games/state.js';
import { gameServerRow, type GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { gameServerBody, gameServerFields } from '../staff/game-server-input.js';
import { parseIfMatch } from '../http/if-match.js';
import { limitPerMember } from '../http/operation-limits.js';
import { asOfQuery } from '../request/input.js';
import { reasonBody } from '../staff/reason.js';
import { route, tagRoutes } from './operation.js';
import { runOnId, runWithReason } from './run-with-reason.js';

const writeFields = {
  scope: null,
  actions: ['manage-game-servers'],
  response: writeResponseWithId,
  limits: [limitPerMember('staff')],
} as const;

export const gameServerRoutes = tagRoutes('Admin', [
  route.get('/admin/game-servers', {
    scope: null,
    actions: ['manage-game-servers'],
    summary: 'The game servers of the network',
    query: z.object(asOfQuery),
    response: z.array(gameServerRow),
    rows: gameLimits.servers,
    run: async (call, services) => {
      const { policy } = await services.asOf(call, call.query.at);
      return { cache: 'no-store', body: listGameServers(policy.games).map(buildRow) };
    },
  }),
  route.post('/admin/game-servers', {
    ...writeFields,
    summary: 'Add a game server',
    body: gameServerBody,
    status: 201,
    run: (call, services) => {
      const fields = gameServerFields(call.body, services.site);
      return runWithReason(services, call, { name: 'create-game-server', id: 'new' }, (context, serverId) =>
        services.commands.games({ type: 'CreateGameServer', serverId, fields }, call.actor, context),
      );
    },
  }),
  route.put('/admin/game-servers/:id', {
    ...writeFields,
    summary: 'Change a game server; omitted fields get their defaults',
    body: gameServerBody,
    ifMatch: true,
    run: (call, services) => {
      const fields = gameServerFields(call.body, services.site);
      const ifVersions = parseIfMatch(call);
      return runOnId(services, call, 'change-game-server', (context, serverId) =>
        services.commands.games({ type: 'ChangeGameServer', serverId, fields, ifVersions }, call.actor, context),
      );
    },
  }),
  route.delete('/admin/game-servers/:id', {
    ...writeFields,
    summary: 'Remove a game server; its keys stop working',
    body: reasonBody,
    run: (call, services) =>
      runOnId(services, call, 'remove-game-server', (context, serverId) =>
        services.commands.games({ type: 'RemoveGameServer', serverId }, call.actor, context),
      ),
  }),
]);

const buildRow = (server: GameServer): GameServerRow => ({
  ...{ id: server.serverId, name: server.name, mode: server.mode, address: server.address, edition: server.edition },
  ranks: server.ranks.map(({ roleId, rank }) => ({ role_id: roleId, rank })),
  templates: {
    ...{ ban: server.templates.ban, unban: server.templates.unban },
    ...{ rank_add: server.templates.rankAdd, rank_remove: server.templates.rankRemove },
  },
  ...{ conflicts: server.conflicts, highest_role_id: server.highestRoleId, bans_on_site: server.bansOnSite },
  version: server.version,
});
