import { foldName } from '../account/names.js';
import { can, type Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { adminRole } from '../roles.js';
import { isSameJson } from '../same-json.js';
import type { GamesEvent, GameServerFields } from './events.js';
import { gameLimits } from './limits.js';
import { pickServerFields, findGameServer, listGameServers, type GamesState } from './state.js';

export type GameServerCommand =
  | { type: 'CreateGameServer'; serverId: number; fields: GameServerFields }
  | {
      type: 'ChangeGameServer';
      serverId: number;
      fields: GameServerFields;
      ifVersions?: readonly number[] | undefined;
      /** The server had these fields before, so their roles may have been deleted since. */
      isRestore?: true;
    }
  | { type: 'RemoveGameServer'; serverId: number }
  | { type: 'RestoreGameServer'; serverId: number; fields: GameServerFields };

export interface GameServerContext {
  actor: Actor | null;
  isRole: (roleId: number) => boolean;
}

/** Only Admins manage game servers, and never through a key. */
export function decideGameServer(
  command: GameServerCommand,
  state: Readonly<GamesState>,
  context: GameServerContext,
): GamesEvent[] {
  const { actor } = context;
  const { serverId } = command;
  if (!actor || actor.isProgram || !can(actor, 'manage-game-servers')) throw new Refusal('not-found');
  const server = findGameServer(state, serverId);
  switch (command.type) {
    case 'CreateGameServer':
      if (state.servers.has(serverId)) throw new Refusal('id-in-use');
      return create(command, state, context);
    case 'RestoreGameServer':
      return server ? [] : create(command, state, context);
  }
  if (!server) throw new Refusal('not-found');
  switch (command.type) {
    case 'ChangeGameServer': {
      if (command.ifVersions?.includes(server.version) === false) throw new Refusal('changed-since');
      const previousFields = pickServerFields(server);
      if (isSameJson(previousFields, command.fields)) return [];
      requireValid(command, state, context);
      return [{ type: 'GameServerChanged.v1', data: { serverId, ...command.fields, before: previousFields } }];
    }
    case 'RemoveGameServer':
      return [{ type: 'GameServerRemoved.v1', data: { serverId, before: pickServerFields(server) } }];
  }
}

function create(
  command: Extract<GameServerCommand, { type: 'CreateGameServer' | 'RestoreGameServer' }>,
  state: Readonly<GamesState>,
  context: GameServerContext,
): GamesEvent[] {
  if (listGameServers(state).length >= gameLimits.servers) throw new Refusal('game-servers-full');
  requireValid(command, state, context);
  return [{ type: 'GameServerCreated.v1', data: { serverId: command.serverId, ...command.fields } }];
}

function requireValid(
  { type, serverId, fields, ...command }: Extract<GameServerCommand, { fields: GameServerFields }>,
  state: Readonly<GamesState>,
  { isRole }: GameServerContext,
): void {
  const others = listGameServers(state).filter((other) => other.serverId !== serverId);
  if (others.some(({ name }) => foldName(name) === foldName(fields.name))) throw new Refusal('name-taken', 'name');
  const { ranks, highestRoleId } = fields;
  if (highestRoleId === adminRole.id) throw new Refusal('highest-role-admin', 'highest_role_id');
  if (type === 'RestoreGameServer' || ('isRestore' in command && command.isRestore)) return;
  if (!isRole(highestRoleId)) throw new Refusal('role-unknown', 'highest_role_id');
  if (!ranks.every(({ roleId }) => isRole(roleId))) throw new Refusal('role-unknown', 'ranks');
  const isTwice = (values: readonly unknown[]) => new Set(values).size < values.length;
  if (isTwice(ranks.map(({ roleId }) => roleId)) || isTwice(ranks.map(({ rank }) => rank.toLowerCase())))
    throw new Refusal('rank-twice', 'ranks');
}
