import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import {
  serverPoint,
  type ServerPoint,
  serversResponse,
  type ServersResponse,
} from '@guildhall/domain/wire/schemas/site/servers.js';
import { readServerCounts, serverSteps } from '@guildhall/projections/views/player-counts/project.js';
import { Router } from 'express';
import { z } from 'zod';
import { parseId } from '../request/input.js';
import { readQuery } from '../request/paging.js';
import { listServers } from '../read-models/site-rows.js';
import type { Services } from '../services.js';
import { route, tagRoutes } from './operation.js';
import { sendFile } from '../http/responses/send-file.js';
import { lengths, listIntervals, moment } from './stats.js';

const dayMs = 86_400_000;
/** The default range, in days. */
const spans = { '1h': 7, '1d': 90 };
const history = readQuery.extend({
  from: moment.optional(),
  to: moment.optional().describe('Exclusive; now if omitted'),
  step: z.enum(serverSteps, { error: `must be ${serverSteps.join(' or ')}` }).default('1d'),
});

export const serverStatsRoutes = tagRoutes('Site', [
  route.get('/stats/servers', {
    scope: 'read',
    summary: 'Game server status, as reported by the servers',
    query: readQuery,
    response: serversResponse,
    run: async (call, services) => {
      const { position } = await services.responses.begin(call);
      return { cache: 'no-cache', position, body: { servers: listServers(services) } satisfies ServersResponse };
    },
  }),
  route.get('/stats/servers/:id/history', {
    scope: 'read',
    summary: 'Uptime and players of a game server over a period',
    query: history,
    response: z.array(serverPoint),
    rows: limits.points,
    run: async (call, services) => {
      const id = parseId(call.params.id);
      const { step } = call.query;
      if (!services.serverStatuses.list().some(({ server }) => server.serverId === id)) throw new Refusal('not-found');
      const to = Math.min(call.query.to ?? Infinity, Date.now());
      const steps = listIntervals(call.query.from ?? to - (spans[step] - 1) * dayMs, to, lengths[step]);
      const { position } = await services.responses.begin(call);
      const serverCounts = await readServerCounts(
        services.views.store,
        id,
        step,
        steps[0] ?? '',
        new Date(to).toISOString(),
      );
      const countsByTime = new Map(serverCounts.map((counts) => [counts.at, counts]));
      const points = steps.map((at): ServerPoint => {
        const { online = 0, offline = 0, known = 0, sum = 0, max = null } = countsByTime.get(at) ?? {};
        return {
          at,
          max,
          average: known === 0 ? null : Math.round((10 * sum) / known) / 10,
          uptime: online + offline === 0 ? null : Math.round((1_000 * online) / (online + offline)) / 1_000,
        };
      });
      return { cache: 'no-cache', position, body: points };
    },
  }),
]);

export function createServerIconRoutes({ serverStatuses }: Pick<Services, 'serverStatuses'>): Router {
  const router = Router({ caseSensitive: true });
  router.get('/server-icons/:name', (req, res) => {
    const [, id, hash = ''] = /^(\d{1,16})-([0-9a-f]{32})\.webp$/.exec(req.params.name) ?? [];
    const icon = serverStatuses.getIcon(Number(id), hash);
    if (!icon) throw new Refusal('not-found');
    const head = { contentType: 'image/webp', cacheControl: 'public, max-age=31536000, immutable' };
    sendFile(req, res, head, icon);
  });
  return router;
}
