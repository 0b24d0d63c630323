import type { GamesCommand } from '@guildhall/domain/games/decide.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { maxPlayersListed } from '@guildhall/domain/wire/list-sizes.js';
import { playerRow } from '@guildhall/domain/wire/schemas/games/accounts.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import type { Call } from '../http/operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import { asOfQuery, parseId } from '../request/input.js';
import { readQuery, createStringSchema } from '../request/paging.js';
import type { Services } from '../services.js';
import { buildPlayerRows } from '../staff/player-rows.js';
import { banReason, reasonBody, type WithReason } from '../staff/reason.js';
import { banEnd } from '../staff/user-actions.js';
import { route, tagRoutes } from './operation.js';
import { runOnId } from './run-with-reason.js';

const path = '/admin/game-accounts';
const writeFields = {
  scope: 'write:moderation',
  actions: ['ban'],
  response: writeResponseWithId,
  limits: [limitPerMember('staff')],
} as const;

export const playerRoutes = tagRoutes('Admin', [
  route.get(path, {
    scope: 'read',
    actions: ['ban'],
    summary: `Game accounts whose names begin with the search text, or those banned most recently, with their bans now or at a point in time; at most ${maxPlayersListed}`,
    query: readQuery.extend({
      ...asOfQuery,
      search: createStringSchema(/^[^\n\r\u2028\u2029]{1,32}$/u, { maxLength: 32 }).describe(
        'The start of the name, ignoring case',
      ),
    }),
    response: z.array(playerRow),
    rows: maxPlayersListed,
    run: async (call, services) => {
      const { position } = await services.responses.begin(call);
      const { search, at } = call.query;
      const asOf = await services.loadAsOf(call, at);
      const accounts = search
        ? await services.gameAccounts.findStartingWith(search, maxPlayersListed)
        : await services.gameAccounts.findBanned(maxPlayersListed, asOf.policy.games, asOf.now);
      const body = await buildPlayerRows(services, accounts, call.actor, { games: asOf.policy.games, at });
      return { cache: 'no-store', position, body };
    },
  }),
  route.post(`${path}/:id/ban`, {
    ...writeFields,
    summary: 'Ban an account on all game servers, permanently or until a time; not on the site',
    body: z.object({ reason: banReason, until: banEnd }),
    run: (call, services) =>
      runOnPlayer(services, call, 'ban-player', (accountId, reason) => {
        return { type: 'BanPlayer', accountId, reason, until: call.body.until };
      }),
  }),
  route.post(`${path}/:id/unban`, {
    ...writeFields,
    summary: "Lift an account's ban on all game servers; a ban on its member remains",
    body: reasonBody,
    run: (call, services) =>
      runOnPlayer(services, call, 'unban-player', (accountId) => ({ type: 'UnbanPlayer', accountId })),
  }),
]);

async function runOnPlayer(
  services: Services,
  call: Call<WithReason>,
  name: string,
  toCommand: (accountId: number, reason: string | null) => GamesCommand,
): Promise<Result> {
  const { gameAccounts, commands } = services;
  const id = parseId(call.params.id);
  if (!(await gameAccounts.describe([id])).has(id)) throw new Refusal('not-found');
  return runOnId(
    services,
    call,
    name,
    (context, accountId) => commands.games(toCommand(accountId, context.reason ?? null), call.actor, context),
    gameAccounts.findMember(id),
  );
}
