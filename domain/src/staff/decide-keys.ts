import { foldName } from '../account/names.js';
import { gameScope, keyLimits } from '../key-scopes.js';
import { can, type Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { isActiveKey } from './api-keys.js';
import type { ApiKeyFields, StaffEvent } from './events.js';
import { findRole, type StaffState } from './state.js';

export type ApiKeyCommand =
  | { type: 'CreateApiKey'; keyId: number; fields: Omit<ApiKeyFields, 'makerId' | 'createdAt'> }
  | { type: 'RevokeApiKey'; keyId: number };

/** Only Admins manage keys, and never with an API key. */
export function decideApiKey(
  command: ApiKeyCommand,
  state: Readonly<StaffState>,
  { actor, now, isGameServer }: { actor: Actor | null; now: string; isGameServer: (id: number) => boolean },
): StaffEvent[] {
  if (!actor || actor.userId === null || actor.isProgram || !can(actor, 'manage-keys')) throw new Refusal('not-found');
  const { keyId } = command;
  const existing = state.apiKeys.get(keyId);
  if (command.type === 'RevokeApiKey') {
    if (!existing) throw new Refusal('not-found');
    return existing.ended ? [] : [{ type: 'ApiKeyRevoked.v1', data: { keyId } }];
  }
  if (existing) throw new Refusal('id-in-use');
  const { fields } = command;
  const activeKeys = [...state.apiKeys.values()].filter((key) => isActiveKey(key, now, isGameServer));
  if (activeKeys.length >= keyLimits.active) throw new Refusal('keys-full');
  if (activeKeys.some(({ name }) => foldName(name) === foldName(fields.name))) throw new Refusal('name-taken', 'name');
  if (!findRole(state, fields.roleId)) throw new Refusal('role-unknown', 'role_id');
  const isForGameServer = fields.serverId !== undefined;
  if (fields.scopes.some((scope) => (scope === gameScope) !== isForGameServer))
    throw new Refusal('key-game-server', 'game_server_id');
  if (fields.serverId !== undefined && !isGameServer(fields.serverId)) throw new Refusal('not-found', 'game_server_id');
  if (fields.until !== null && fields.until <= now) throw new Refusal('key-end-past', 'until');
  return [{ type: 'ApiKeyCreated.v1', data: { keyId, makerId: actor.userId, createdAt: now, ...fields } }];
}
