export const editions = ['java', 'bedrock'] as const;
export type Edition = (typeof editions)[number];
/** Whether the account's owner was checked by Mojang or Microsoft, or only by the game server itself. */
export const loginModes = ['online', 'offline'] as const;
export type LoginMode = (typeof loginModes)[number];

export interface GameIdentity {
  edition: Edition;
  loginMode: LoginMode;
  /** With hyphens, in lower case. */
  uuid: string;
  /** The game server that vouches for an offline account. Null for online accounts, which are the same everywhere. */
  serverId: number | null;
}

/** A player as game servers report them. */
export interface ReportedPlayer {
  edition: Edition;
  loginMode: LoginMode;
  /** With or without hyphens, in any case. */
  uuid: string;
  name: string;
}

export const uuidPattern = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** One line that begins and ends with a visible character. Programs such as Floodgate add a prefix like `.`. */
export const playerNamePattern = /^[\p{L}\p{N}\p{P}\p{S}]([\p{L}\p{N}\p{P}\p{S} ]{0,30}[\p{L}\p{N}\p{P}\p{S}])?$/u;

/** The UUIDs that Floodgate and Geyser make from the Xbox id of a Bedrock player. */
const floodgatePrefix = '00000000-0000-0000-';
/** Mojang's UUIDs are random. A UUID made from a name (version 3) proves nothing, whatever its server reports. */
const nameBasedUuid = /^.{14}3/;

/** `player.uuid` must match the pattern. */
export function toGameIdentity(player: Omit<ReportedPlayer, 'name'>, serverId: number): GameIdentity {
  const digits = player.uuid.toLowerCase().replaceAll('-', '');
  const uuid = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (uuid.startsWith(floodgatePrefix)) return { edition: 'bedrock', loginMode: 'online', uuid, serverId: null };
  const isOnline = player.loginMode === 'online' && !nameBasedUuid.test(uuid);
  return { edition: player.edition, ...bindTo(isOnline ? null : serverId), uuid };
}

const bindTo = (serverId: number | null) =>
  ({ loginMode: serverId === null ? 'online' : 'offline', serverId }) as const;
