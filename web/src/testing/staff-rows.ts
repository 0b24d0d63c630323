import { defaultTemplates } from '@guildhall/domain/games/limits.js';
import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { buildMe, toRowPosition } from './rows.js';

export function buildAccountRow(id: number, username: string, more: Partial<AccountRow> = {}): AccountRow {
  const { two_step: _, ...account } = buildMe(username, id);
  return { ...account, ban: null, posts: 3, last_seen: null, ...more };
}

export function buildRoleRow(id: number, name: string, more: Partial<RoleRow> = {}): RoleRow {
  return {
    id,
    name,
    display_name: name,
    description: '',
    color: null,
    holders: 0,
    default: id < 3,
    permissions: [...memberRole.keys],
    ...more,
  };
}

export function buildAuditRow(id: string, more: Partial<AuditRow> = {}): AuditRow {
  return {
    id,
    position: toRowPosition(9),
    kind: 'ThreadLocked',
    area: 'threads',
    at: '2026-03-01T12:00:00.000Z',
    actor: { id: 1, username: 'Ada' },
    subject: { kind: 'thread', id: 7, name: 'My castle' },
    person: null,
    reason: null,
    batch: null,
    before: null,
    after: null,
    undoes: null,
    undone_by: null,
    undoable: true,
    ...more,
  };
}

const { ban, unban, rankAdd, rankRemove } = defaultTemplates;
export const gameServerTemplates = { ban, unban, rank_add: rankAdd, rank_remove: rankRemove };

export const buildGameServerRow = (id: number, more: Partial<GameServerRow> = {}): GameServerRow => ({
  id,
  name: `Server ${id}`,
  mode: null,
  address: '',
  edition: 'java',
  ranks: [],
  templates: gameServerTemplates,
  conflicts: { bans: 'last', ranks: 'site' },
  highest_role_id: 2,
  bans_on_site: false,
  version: 3,
  status: {
    connected_since: null,
    contact_at: null,
    ping: null,
    acknowledged: 0,
    acknowledged_at: null,
    head: 0,
  },
  ...more,
});
