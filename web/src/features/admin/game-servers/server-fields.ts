import { defaultTemplates, gameLimits } from '@guildhall/domain/games/limits.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';

export type ServerFields = Omit<GameServerRow, 'id' | 'version' | 'ranks' | 'status'>;

const emptyFields: ServerFields = {
  name: '',
  mode: null,
  address: '',
  edition: 'java',
  templates: {
    ban: defaultTemplates.ban,
    unban: defaultTemplates.unban,
    rank_add: defaultTemplates.rankAdd,
    rank_remove: defaultTemplates.rankRemove,
  },
  conflicts: { bans: 'last', ranks: 'site' },
  highest_role_id: memberRole.id,
  bans_on_site: false,
};

export function pickFields(row: GameServerRow | null): ServerFields {
  if (!row) return emptyFields;
  const { id: _id, version: _version, ranks: _ranks, status: _status, ...fields } = row;
  return fields;
}

type Ranks = GameServerRow['ranks'];

/** Writes one line per rank, with its role's name, or the role's id if it was deleted. */
export const writeRanks = (ranks: Ranks, roles: readonly RoleRow[]): string =>
  ranks
    .map(({ role_id, rank }) => `${roles.find(({ id }) => id === role_id)?.display_name ?? role_id} = ${rank}`)
    .join('\n');

/** Returns the first invalid line instead, if there is one. */
export function readRanks(lines: string, roles: readonly RoleRow[]): { ranks: Ranks } | { invalid: string } {
  const ranks: { role_id: number; rank: string }[] = [];
  for (const line of lines.split('\n').filter((text) => text.trim() !== '')) {
    const [role = '', rank = ''] = line.split(/=(?=[^=]*$)/).map((part) => part.trim());
    const foundRole = roles.find(({ name, display_name }) =>
      [name, display_name].some((roleName) => isSameName(roleName, role)),
    );
    if (!foundRole || !gameLimits.rank.test(rank)) return { invalid: line.trim() };
    ranks.push({ role_id: foundRole.id, rank });
  }
  return { ranks };
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
