import { maxMembersOfGameAccounts } from '@guildhall/domain/wire/list-sizes.js';
import {
  gameAccountCode,
  gameCode,
  gameLinkResponse,
  membersGameAccounts,
  newGameCode,
  ownGameAccounts,
  playerIdentity,
} from '@guildhall/domain/wire/schemas/games/accounts.js';
import { writeResponse, writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { toAccountRow, toOwnAccountRow } from '../games/accounts/account-rows.js';
import { codeLifetimeMs } from '../games/accounts/game-codes.js';
import { countInHandler, limitPerMember } from '../http/operation-limits.js';
import { asOfQuery, parseId, createIdListSchema } from '../request/input.js';
import { readQuery } from '../request/paging.js';
import { requireGameServer, requireUser, toCommandContext } from '../request/request-context.js';
import type { Services } from '../services.js';
import { reasonBody } from '../staff/reason.js';
import { gameServerOperation } from './ledger.js';
import { route, tagRoutes } from './operation.js';
import { runOnId } from './run-with-reason.js';

const memberOperation = { scope: null, login: 'must-be-logged-in' } as const;
const path = '/account/game-accounts';

export const gameLinkRoutes = tagRoutes('Games', [
  route.get('/game-accounts', {
    scope: 'read',
    summary: 'The game accounts that members have linked, now or at a point in time',
    query: z.object({ members: createIdListSchema(maxMembersOfGameAccounts), ...asOfQuery }),
    response: membersGameAccounts,
    rows: maxMembersOfGameAccounts,
    run: async (call, services) => {
      const { gameAccounts, site } = services;
      const { policy } = await services.loadAsOf(call, call.query.at);
      const accounts = await gameAccounts.findByMembers(call.query.members, policy.games);
      const rows = [...accounts].map(([user_id, linkedAccounts]) => ({
        user_id,
        accounts: linkedAccounts.map((account) => toAccountRow(account, site.settings)),
      }));
      return { cache: 'no-cache', body: rows };
    },
  }),
  route.get(path, {
    ...memberOperation,
    summary: "The caller's game accounts, and how many a member can link",
    query: readQuery,
    response: ownGameAccounts,
    run: async (call, { gameAccounts, responses, site }) => {
      const userId = requireUser(call);
      const { position } = await responses.begin(call);
      const accounts = (await gameAccounts.findByMembers([userId])).get(userId) ?? [];
      const body = {
        accounts: accounts.map((account) => toOwnAccountRow(account, site.settings)),
        max: site.settings.gameAccounts,
      };
      return { cache: 'no-cache', position, body };
    },
  }),
  route.post('/account/game-code', {
    ...memberOperation,
    summary: 'Create a code to enter in the game within ten minutes; it replaces any previous code',
    response: newGameCode,
    status: 201,
    keyless: true,
    limits: [limitPerMember('session')],
    refusals: ['game-accounts-full'],
    run: async (call, { gameAccounts, gameCodes, gameLinks }) => {
      const userId = requireUser(call);
      await gameLinks.endLostLinks(userId, call.correlationId);
      gameAccounts.requireFreeLink(userId);
      const { code, expiresAt } = await gameCodes.create({ userId });
      return { body: { success: true, code, expires_at: expiresAt, seconds: codeLifetimeMs / 1_000 } };
    },
  }),
  route.post(path, {
    ...memberOperation,
    summary: 'Link the account for which the link server shows this code',
    body: z.object({ code: gameCode }),
    response: writeResponseWithId,
    status: 201,
    keyless: true,
    limits: [countInHandler('game-code')],
    refusals: ['code-invalid', 'code-expired', 'already-linked', 'too-many-tries', 'game-accounts-full'],
    run: async (call, { gameLinks, responses }) => {
      const link = await gameLinks.redeemOnSite(call.body.code, requireUser(call), call.correlationId);
      return responses.respondToWrite(link.commandResult, { id: link.accountId });
    },
  }),
  route.delete(`${path}/:id`, {
    ...memberOperation,
    summary: "Unlink one of the caller's game accounts",
    response: writeResponse,
    limits: [limitPerMember('write')],
    run: async (call, services) => {
      const accountId = parseId(call.params.id);
      const command = { type: 'UnlinkAccount', accountId, userId: requireUser(call) } as const;
      const context = toCommandContext(`unlink ${accountId}`, call);
      const commandResult = await services.commands.games(command, call.actor, context);
      return services.responses.respondToWrite(commandResult);
    },
  }),
  route.delete('/admin/game-accounts/:id', {
    scope: 'write:moderation',
    summary: "Unlink a member's game account",
    body: reasonBody,
    response: writeResponseWithId,
    actions: ['ban'],
    limits: [limitPerMember('staff')],
    run: (call, services) => {
      const memberId = services.gameAccounts.findMember(parseId(call.params.id));
      const run: Parameters<typeof runOnId>[3] = (context, accountId) =>
        services.commands.games({ type: 'UnlinkAccount', accountId }, call.actor, context);
      return runOnId(services, call, 'unlink', run, memberId);
    },
  }),
  route.post('/game/links', {
    ...gameServerOperation,
    summary: 'Link an account to the member whose code its player has entered in the game',
    body: z.object({ code: gameCode, account: playerIdentity }),
    response: gameLinkResponse,
    limits: [countInHandler('game-code'), countInHandler('new-player')],
    refusals: ['code-invalid', 'code-expired', 'already-linked', 'too-many-tries', 'game-accounts-full'],
    run: async (call, services) => {
      const serverId = requireGameServer(call);
      const accountId = await services.gameAccounts.resolve(call.body.account, serverId, new Date().toISOString());
      const link = await services.gameLinks.redeemInGame(call.body.code, accountId, serverId, call.correlationId);
      return { body: { member: toMember(services, link.userId) } };
    },
  }),
  route.post('/game/codes', {
    ...gameServerOperation,
    summary: "Create a code that an account's player can enter on the site within ten minutes",
    body: z.object({ account: playerIdentity }),
    response: gameAccountCode,
    limits: [countInHandler('new-player')],
    run: async (call, services) => {
      const { gameAccounts, gameCodes } = services;
      const serverId = requireGameServer(call);
      const accountId = await gameAccounts.resolve(call.body.account, serverId, new Date().toISOString());
      const linkedTo = gameAccounts.findMember(accountId);
      if (linkedTo !== null) {
        return { body: { code: null, expires_at: null, member: toMember(services, linkedTo) } };
      }
      const { code, expiresAt } = await gameCodes.create({ accountId, serverId });
      return { body: { code, expires_at: expiresAt, member: null } };
    },
  }),
]);

const toMember = ({ directory }: Services, id: number) => ({ id, username: directory.getName(id) });
