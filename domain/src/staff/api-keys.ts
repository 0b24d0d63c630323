import { adminRole } from '../roles.js';
import type { ApiKeyFields, StaffEvent } from './events.js';

/** A key that has ended never works again, but stays in the state because its posts still need an author. */
export interface ApiKey extends ApiKeyFields {
  ended: null | 'revoked' | 'maker';
}

export interface ApiKeysState {
  apiKeys: Map<number, ApiKey>;
  apiKeyIds: Map<string, number>;
}

export const createApiKeysState = (): ApiKeysState => ({ apiKeys: new Map(), apiKeyIds: new Map() });

export function evolveApiKeys(state: ApiKeysState, event: StaffEvent): void {
  switch (event.type) {
    case 'ApiKeyCreated.v1': {
      const { keyId, ...fields } = event.data;
      state.apiKeys.set(keyId, { ...fields, ended: null });
      state.apiKeyIds.set(fields.hash, keyId);
      break;
    }
    case 'ApiKeyRevoked.v1':
      endKey(state, event.data.keyId, 'revoked');
      break;
    case 'RoleGiven.v1':
      if (event.data.roleId !== adminRole.id) endKeysMadeBy(state, event.data.userId);
      break;
    case 'MemberBanned.v1':
    case 'MemberLeft.v1':
      endKeysMadeBy(state, event.data.userId);
      break;
  }
}

function endKeysMadeBy(state: ApiKeysState, makerId: number): void {
  for (const [keyId, key] of state.apiKeys) if (key.makerId === makerId) endKey(state, keyId, 'maker');
}

function endKey(state: ApiKeysState, keyId: number, reason: 'revoked' | 'maker'): void {
  const key = state.apiKeys.get(keyId);
  if (key && !key.ended) state.apiKeys.set(keyId, { ...key, ended: reason });
}

export const isActiveKey = (
  { ended, until, serverId }: ApiKey,
  now: string,
  isGameServer: (serverId: number) => boolean,
): boolean => !ended && (until === null || until > now) && (serverId === undefined || isGameServer(serverId));

/** The author name of a program's posts. No member can have this name because usernames contain no spaces. */
export const formatProgramName = ({ name }: Pick<ApiKey, 'name'>): string => `Program ${name}`;
