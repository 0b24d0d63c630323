export const editions = ['java', 'bedrock'] as const;
export type Edition = (typeof editions)[number];
/**
 * The owner of an `online` account was verified by Mojang or Microsoft, that of an `offline` one only by the game
 * server.
 */
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

/** A player, as reported by a game server. */
export interface ReportedPlayer {
  edition: Edition;
  loginMode: LoginMode;
  /** With or without hyphens, in any case. */
  uuid: string;
  name: string;
}

/** All UUIDs except the one that consists of zeros, which programs use for the console. */
export const uuidPattern = /^(?![0-]+$)[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** One line that begins and ends with a visible character. Programs such as Floodgate add a prefix like `.`. */
export const playerNamePattern = /^[\p{L}\p{N}\p{P}\p{S}]([\p{L}\p{N}\p{P}\p{S} ]{0,30}[\p{L}\p{N}\p{P}\p{S}])?$/u;

/** Floodgate and Geyser give Bedrock players a UUID of this prefix and their Xbox id. */
const floodgatePrefix = '00000000-0000-0000-';
/**
 * Mojang's UUIDs are random, so a Java UUID that was made from a name (version 3) proves nothing, whatever the game
 * server reports. Bedrock's own UUIDs also have version 3, but are made from the Xbox id.
 */
const nameBasedUuid = /^.{14}3/;

/** `player.uuid` must match the pattern. */
export function toGameIdentity(player: Omit<ReportedPlayer, 'name'>, serverId: number): GameIdentity {
  const digits = player.uuid.toLowerCase().replaceAll('-', '');
  const uuid = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (uuid.startsWith(floodgatePrefix)) return { edition: 'bedrock', loginMode: 'online', uuid, serverId: null };
  const isFromName = player.edition === 'java' && nameBasedUuid.test(uuid);
  const isOnline = player.loginMode === 'online' && !isFromName;
  return { edition: player.edition, ...bindTo(isOnline ? null : serverId), uuid };
}

const bindTo = (serverId: number | null) =>
  ({ loginMode: serverId === null ? 'online' : 'offline', serverId }) as const;

export const buildIdentityKey = ({ edition, loginMode, uuid, serverId }: GameIdentity): string =>
  [edition, loginMode, uuid, ...(serverId === null ? [] : [serverId])].join(' ');

/**
 * Members' profiles show the names of online Java accounts, so a game server must not be able to put other text there.
 * Other names only have to match the pattern.
 */
export function toStoredName({ edition, loginMode, uuid }: GameIdentity, name: string): string {
  if (edition !== 'java' || loginMode !== 'online') return name;
  return name.replaceAll(/\W/g, '').slice(0, 16) || uuid.slice(0, 8);
}
