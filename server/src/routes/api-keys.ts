import { formatGameServerName } from '@guildhall/domain/games/state.js';
import { keyLimits, keyScopes } from '@guildhall/domain/key-scopes.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { formatProgramName, type ApiKey } from '@guildhall/domain/staff/api-keys.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { findRole } from '@guildhall/domain/staff/state.js';
import { apiKeyCreated, apiKeyRow, type ApiKeyRow } from '@guildhall/domain/wire/schemas/staff/api-keys.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { limitPerMember } from '../http/operation-limits.js';
import type { AsOf } from '../read-models/as-of.js';
import { createApiKey } from '../request/api-keys.js';
import { asOfQuery, isOneLine, optionalId, createTextSchema, time } from '../request/input.js';
import { offsetPaging, paginateInMemory } from '../request/paging.js';
import type { Services } from '../services.js';
import { reasonBody, reasonField } from '../staff/reason.js';
import { route, tagRoutes } from './operation.js';
import { runOnId, runWithReason } from './run-with-reason.js';

const { min, max } = keyLimits.callsPerMinute;
const keyBody = z.object({
  name: createTextSchema('name-required', 'name-too-long', keyLimits.name.max).refine(isOneLine, { error: 'one-line' }),
  role_id: optionalId
    .transform((roleId) => roleId ?? memberRole.id)
    .describe('What the program may see and do. Defaults to what Members may'),
  scopes: z
    .array(z.enum(keyScopes))
    .min(1)
    .max(keyScopes.length)
    .transform((scopes) => keyScopes.filter((scope) => scopes.includes(scope))),
  game_server_id: optionalId.describe('Required for the scope `game`, which a key cannot combine with others'),
  until: time.nullish().describe('When the key expires. If omitted, the key works until it is revoked'),
  calls_per_minute: z.int().min(min).max(max).default(60).describe('The maximum number of calls per minute'),
  ...reasonField,
});
const listQuery = z.object({ ...asOfQuery, ...offsetPaging });

const keyFields = { scope: null, actions: ['manage-keys'] } as const;

export const apiKeyRoutes = tagRoutes('Admin', [
  route.get('/admin/keys', {
    ...keyFields,
    summary: 'API keys, newest first',
    query: listQuery,
    response: z.array(apiKeyRow),
    run: async (call, services) => {
      const asOf = await services.loadAsOf(call, call.query.at);
      const keys = [...asOf.policy.staff.apiKeys].reverse();
      const uses = await services.vault.findProgramUses(keys.map(([keyId]) => keyId));
      const { rows, cursor } = await paginateInMemory(keys, call.query, (some) =>
        some.map(([keyId, key]) => buildRow(services, asOf, keyId, key, uses.get(keyId) ?? null)),
      );
      return { cache: 'no-store', cursor, body: rows };
    },
  }),
  route.post('/admin/keys', {
    ...keyFields,
    summary: 'Create a key for a program; only this response contains the key',
    body: keyBody,
    response: apiKeyCreated,
    status: 201,
    limits: [limitPerMember('staff')],
    refusals: ['key-shown'],
    run: (call, services) => {
      const {
        name,
        role_id: roleId,
        scopes,
        until,
        calls_per_minute: callsPerMinute,
        game_server_id: serverId,
      } = call.body;
      const { key, hash, start } = createApiKey();
      const fields = {
        name,
        roleId,
        scopes,
        until: until ?? null,
        callsPerMinute,
        hash,
        start,
        ...(serverId !== null && { serverId }),
      };
      return runWithReason(services, call, { name: 'create-key', id: 'new', more: { key } }, async (context, keyId) => {
        const commandResult = await services.commands.staff(
          { type: 'CreateApiKey', keyId, fields },
          call.actor,
          context,
        );
        // A retried call creates nothing and cannot show the first key, which is not stored.
        if (services.policy.findApiKey(keyId)?.hash !== hash) throw new Refusal('key-shown');
        return commandResult;
      });
    },
  }),
  route.delete('/admin/keys/:id', {
    ...keyFields,
    summary: 'Revoke a key; its program is disconnected immediately',
    body: reasonBody,
    response: writeResponseWithId,
    limits: [limitPerMember('staff')],
    run: (call, services) =>
      runOnId(services, call, 'revoke-key', (context, keyId) =>
        services.commands.staff({ type: 'RevokeApiKey', keyId }, call.actor, context),
      ),
  }),
]);

function buildRow(
  { directory, policy }: Services,
  asOf: Pick<AsOf, 'now' | 'policy'>,
  id: number,
  key: ApiKey,
  usedAt: string | null,
): ApiKeyRow {
  const gameServer = key.serverId === undefined ? null : asOf.policy.games.servers.get(key.serverId);
  const role = findRole(policy.staff, key.roleId) ?? policy.staff.roles.get(key.roleId);
  return {
    id,
    name: key.name,
    program: gameServer ? formatGameServerName(gameServer) : formatProgramName(key),
    start: key.start,
    role: { id: key.roleId, name: role?.displayName ?? String(key.roleId) },
    game_server: gameServer ? { id: gameServer.serverId, name: gameServer.name } : null,
    scopes: [...key.scopes],
    calls_per_minute: key.callsPerMinute,
    made_by: { id: key.makerId, username: directory.getName(key.makerId) },
    created_at: key.createdAt,
    until: key.until,
    used_at: usedAt,
    ended: key.ended ?? (asOf.policy.isActiveKey(key, asOf.now) ? null : gameServer?.removed ? 'server' : 'expired'),
  };
}
