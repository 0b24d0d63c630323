import { gameLimits } from '@guildhall/domain/games/limits.js';
import { findGameServer, type GameServer } from '@guildhall/domain/games/state.js';
import { Refusal, refusals } from '@guildhall/domain/refusals.js';
import { playerIdentity } from '@guildhall/domain/wire/schemas/games/accounts.js';
import {
  ledgerAcknowledged,
  ledgerPage,
  reportResults,
  type LedgerEntryRow,
  type ReportResults,
} from '@guildhall/domain/wire/schemas/games/ledger.js';
import { z } from 'zod';
import type { GameReportResult } from '../games/ledger/game-reports.js';
import type { LedgerEntry } from '../games/ledger/ledger.js';
import type { GameReport } from '../games/ledger/reported-changes.js';
import { countInHandler, limitPerMember } from '../http/operation-limits.js';
import { time } from '../request/input.js';
import { createPositiveIntSchema } from '../request/paging.js';
import { requireGameServer, toCommandContext } from '../request/request-context.js';
import type { Services } from '../services.js';
import { defineDefaults, route, tagRoutes } from './operation.js';

const { entries: maxEntries, reports: maxReports, waitSeconds } = gameLimits;
const position = z.int().min(0);
const createNumberSchema = (max: number) => z.coerce.number().int().min(0).max(max);

export const gameServerOperation = defineDefaults({
  scope: 'game',
  login: 'must-be-logged-in',
  keyless: true,
  authorize: (call, { ledger }) => ledger.recordContact(requireGameServer(call)),
});

const ackBody = z
  .object({
    pos: position.optional().describe('The last entry that the game server has applied, in order'),
    results: z
      .array(z.object({ id: z.uuid(), ok: z.boolean(), error: z.string().max(200).optional() }))
      .max(maxEntries)
      .default([])
      .describe('Results of the entries up to `pos`. An entry without one was applied'),
    reset: position
      .optional()
      .describe('Instead of `pos`, with a reason: the last entry that the server still has after it was restored'),
    reason: z.string().trim().min(1).max(gameLimits.reason.max).optional(),
  })
  .refine(({ pos, reset }) => (pos === undefined) !== (reset === undefined), { error: 'needs pos or reset' })
  .refine(({ reset, reason }) => (reset === undefined) === (reason === undefined), {
    error: 'a reset needs a reason',
    path: ['reason'],
  });

const reportBody = z.object({
  items: z
    .array(
      z.object({
        id: z.string().min(1).max(100).describe('Chosen by the game server. A repeated id changes nothing'),
        kind: z.enum(['ban', 'unban', 'rank.add', 'rank.remove', 'join', 'leave', 'playtime']),
        at: time.nullish().describe('When it happened. Defaults to now'),
        pos: position
          .nullish()
          .describe('The last entry that was applied before. Defaults to the last acknowledged one'),
        account: playerIdentity,
        data: z
          .object({
            reason: z.string().max(gameLimits.reason.max).nullish(),
            until: time.nullish().describe('When the ban expires. If omitted, it is permanent'),
            rank: z.string().regex(gameLimits.rank).nullish(),
            seconds: z
              .int()
              .min(0)
              .max(31_536_000)
              .nullish()
              .describe('How long the player has been on the server, for `playtime`'),
          })
          .prefault({}),
      }),
    )
    .min(1)
    .max(maxReports),
});
type Item = z.infer<typeof reportBody>['items'][number];

export const ledgerRoutes = tagRoutes('Games', [
  route.get('/game/ledger', {
    ...gameServerOperation,
    summary: 'The changes that the game server has to carry out, in order; waits for the next entry if there are none',
    query: z.object({
      after: createNumberSchema(Number.MAX_SAFE_INTEGER).default(0).describe('The last position that was applied'),
      wait: createNumberSchema(waitSeconds).default(0).describe('How many seconds to wait for an entry'),
      limit: createPositiveIntSchema(maxEntries).default(200),
    }),
    response: ledgerPage,
    rows: maxEntries,
    refusals: ['ledger-position', 'not-found'],
    run: async (call, services) => {
      const { ledger, policy } = services;
      const { after, wait, limit } = call.query;
      const serverId = requireGameServer(call);
      const endsAtMs = Date.now() + wait * 1000;
      let mark, page;
      do {
        mark = ledger.waiters.mark(serverId);
        if (!policy.isActiveProgram(call.identity?.keyId ?? 0)) throw new Refusal('key-invalid');
        page = await ledger.readEntries(serverId, after, limit);
      } while (page.entries.length === 0 && (await ledger.waiters.wait(serverId, mark, endsAtMs - Date.now())));
      const next = page.entries.at(-1)?.position ?? after;
      const entries = page.entries.map((entry) => buildEntryRow(entry, services));
      return { cache: 'no-store', body: { entries, next, head: page.head } };
    },
  }),
  route.post('/game/ledger/ack', {
    ...gameServerOperation,
    summary: 'Acknowledge the applied entries, or request them again after restoring a backup',
    body: ackBody,
    response: ledgerAcknowledged,
    limits: [limitPerMember('game'), countInHandler('game-reset')],
    refusals: ['ledger-position'],
    run: async (call, { ledger }) => {
      const serverId = requireGameServer(call);
      const { pos, results, reset, reason = '' } = call.body;
      const done =
        reset === undefined
          ? await ledger.acknowledge(serverId, pos ?? 0, results)
          : await ledger.reset(serverId, reset, reason, toCommandContext('reset-ledger', call));
      return { body: { success: true, ...done } };
    },
  }),
  route.post('/game/reports', {
    ...gameServerOperation,
    summary: 'Report bans, ranks and sessions that did not come from the ledger; addresses and locations are dropped',
    body: reportBody,
    response: reportResults,
    rows: maxReports,
    limits: [limitPerMember('game'), countInHandler('game-change')],
    run: async (call, services) => {
      const serverId = requireGameServer(call);
      const server = findGameServer(services.policy.games, serverId);
      if (!server) throw new Refusal('key-invalid');
      const body: ReportResults = {
        success: true,
        results: await handle(services, server, call.body.items, call.correlationId),
      };
      return { body };
    },
  }),
]);

async function handle(
  { gameAccounts, gameReports, playerSessions }: Services,
  server: GameServer,
  items: readonly Item[],
  correlationId: string,
): Promise<ReportResults['results']> {
  const { serverId } = server;
  const now = new Date().toISOString();
  const accountIds = await gameAccounts.resolveAll(
    items.map(({ account }) => account),
    serverId,
    now,
  );
  const results: (GameReportResult & { id: string })[] = [];
  for (const [n, { id, kind, at, pos, data }] of items.entries()) {
    const accountId = accountIds[n] ?? 0;
    if (kind === 'join' || kind === 'leave' || kind === 'playtime') {
      const session = { at: at ?? now, ...(kind === 'playtime' ? { kind, seconds: data.seconds ?? 0 } : { kind }) };
      await playerSessions.record(accountId, serverId, session);
      results.push({ id, result: 'applied' });
      continue;
    }
    const report: GameReport = { id, kind, accountId, at: at ?? null, position: pos ?? null, ...data };
    results.push({ id, ...(await gameReports.report(server, report, correlationId)) });
  }
  return results.map((result) => ({ ...result, ...(result.code && { error: refusals[result.code][1] }) }));
}

export function buildEntryRow(entry: LedgerEntry, { directory }: Services): LedgerEntryRow {
  const { position: pos, id, at, kind, account, userId, originId, reason, until, rank } = entry;
  return {
    pos,
    id,
    at,
    kind,
    account: account && {
      edition: account.edition,
      login_mode: account.loginMode,
      uuid: account.uuid,
      name: account.name,
    },
    member: userId === null ? null : { id: userId, username: directory.getName(userId) },
    origin: originId === null ? null : directory.getName(originId),
    data: {
      ...(reason !== undefined && { reason }),
      ...(until !== undefined && { until }),
      ...(rank !== undefined && { rank }),
    },
  };
}
