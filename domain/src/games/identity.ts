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

/** All UUIDs except the one that consists of zeros, which programs use for the console. */
export const uuidPattern = /^(?![0-]+$)[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** One line that begins and ends with a visible character. Programs such as Floodgate add a prefix like `.`. */
export const playerNamePattern = /^[\p{L}\p{N}\p{P}\p{S}]([\p{L}\p{N}\p{P}\p{S} ]{0,30}[\p{L}\p{N}\p{P}\p{S}])?$/u;

/** The UUIDs that Floodgate and Geyser make from the Xbox id of a Bedrock player. */
const floodgatePrefix = '00000000-0000-0000-';
/**
 * Mojang's UUIDs are random. One made from a name (version 3) proves nothing, whatever its server reports. Those of
 * Bedrock players are made from their Xbox id, and have the same version.
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
 * The names of online Java accounts appear on the profiles of members, so a game server must not choose any text. Other
 * names only have to match the pattern.
 */
export function toStoredName({ edition, loginMode, uuid }: GameIdentity, name: string): string {
  if (edition !== 'java' || loginMode !== 'online') return name;
  return name.replaceAll(/\W/g, '').slice(0, 16) || uuid.slice(0, 8);
}
