import { gameLimits } from '@guildhall/domain/games/limits.js';
import { findGameServer, listGameServers, type GameServer } from '@guildhall/domain/games/state.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import {
  gameServerLedger,
  gameServerRow,
  type GameServerLedger,
} from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import type { LedgerEntry } from '../games/ledger/ledger.js';
import { buildServerRow, toServerRow } from '../games/ledger/server-rows.js';
import { gameServerBody, parseGameServerFields } from '../staff/game-server-input.js';
import { parseIfMatch } from '../http/if-match.js';
import { limitPerMember } from '../http/operation-limits.js';
import { asOfQuery, parseId } from '../request/input.js';
import { createPositiveIntSchema, createStringSchema } from '../request/paging.js';
import { reasonBody } from '../staff/reason.js';
import type { GameServerRecord } from '../vault/games/game-server-records.js';
import { buildEntryRow } from './ledger.js';
import { route, tagRoutes } from './operation.js';
import { runOnId, runWithReason } from './run-with-reason.js';

const writeFields = {
  scope: null,
  actions: ['manage-game-servers'],
  response: writeResponseWithId,
  limits: [limitPerMember('staff')],
} as const;

const ledgerQuery = z.object({
  limit: createPositiveIntSchema(gameLimits.entries).default(50),
  cursor: createStringSchema(/^[1-9]\d{0,14}$/).describe("Taken from the URL in the previous page's Link header"),
});

export const gameServerRoutes = tagRoutes('Admin', [
  route.get('/admin/game-servers', {
    scope: null,
    actions: ['manage-game-servers'],
    summary: "The network's game servers, and each one's progress in its ledger",
    query: z.object(asOfQuery),
    response: z.array(gameServerRow),
    rows: gameLimits.servers,
    run: async (call, services) => {
      const { at } = call.query;
      const { ledger } = services;
      const servers = listGameServers((await services.loadAsOf(call, at)).policy.games);
      const buildRow = async (server: GameServer) =>
        at === undefined
          ? buildServerRow(services, server, await ledger.findRecord(server.serverId))
          : toServerRow(server, null);
      return { cache: 'no-store', body: await Promise.all(servers.map(buildRow)) };
    },
  }),
  route.get('/admin/game-servers/:id/ledger', {
    scope: null,
    actions: ['manage-game-servers'],
    summary: 'A game server with its last errors and its ledger entries, newest first',
    query: ledgerQuery,
    response: gameServerLedger,
    rows: gameLimits.entries,
    run: async (call, services) => {
      const { ledger, policy } = services;
      const { limit, cursor = Infinity } = call.query;
      const server = findGameServer(policy.games, parseId(call.params.id));
      if (!server) throw new Refusal('not-found');
      const entries = await ledger.readEntriesBefore(server.serverId, Number(cursor), limit);
      const record = await ledger.findRecord(server.serverId);
      const body: GameServerLedger = {
        server: await buildServerRow(services, server, record),
        failures: record.failures.map(({ position: pos, error, at }) => ({ pos, error, at })).reverse(),
        entries: entries.map((entry) => ({ ...buildEntryRow(entry, services), ...findResult(entry, record) })),
      };
      const last = entries.at(-1)?.position ?? 1;
      return { cache: 'no-store', cursor: last > 1 ? String(last) : null, body };
    },
  }),
  route.post('/admin/game-servers', {
    ...writeFields,
    summary: 'Add a game server',
    body: gameServerBody,
    status: 201,
    run: (call, services) => {
      const fields = parseGameServerFields(call.body, services.site);
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
      const fields = parseGameServerFields(call.body, services.site);
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

function findResult(
  { position }: LedgerEntry,
  { acknowledged, failures }: GameServerRecord,
): Pick<GameServerLedger['entries'][number], 'result' | 'error'> {
  const failure = failures.findLast((candidate) => candidate.position === position);
  if (failure) return { result: 'failed', error: failure.error };
  return { result: position > acknowledged ? 'waiting' : 'acknowledged', error: null };
}
