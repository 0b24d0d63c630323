import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createLookup } from '../../push/public-lookup.js';
import { StatusUnknown } from './game-status.js';

export interface PingTarget {
  host: string;
  port: number | null;
}

/** Reads `host`, `host:port` or `[IPv6]:port`. Returns null for anything else. */
export function parseTarget(address: string): PingTarget | null {
  const match = /^(?:\[([\da-f:.]+)\]|([a-z\d._-]+))(?::(\d{1,5}))?$/i.exec(address);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined || host.length > 253) return null;
  const port = match?.[3] === undefined ? null : Number(match[3]);
  return port === null || (port >= 1 && port <= 65_535) ? { host, port } : null;
}

/**
 * Game servers are often in the private network of the site, and only Admins enter their addresses. Ranges in which no
 * game server can be, such as those of cloud metadata services, are excluded.
 */
const gameServerRanges = ['unicast', 'private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];
const mayBeGameServer = (address: string): boolean =>
  ipaddr.isValid(address) && gameServerRanges.includes(ipaddr.process(address).range());

export const lookupGameServer = createLookup(
  mayBeGameServer,
  () => new StatusUnknown('The address cannot belong to a game server'),
);

export function requireGameServerAddress(host: string): void {
  if (isIP(host) !== 0 && !mayBeGameServer(host)) throw new StatusUnknown('The address cannot belong to a game server');
}

export async function resolveGameServer(host: string): Promise<{ address: string; family: number }> {
  const found = await lookup(host);
  requireGameServerAddress(found.address);
  return found;
}

const srvTimeout = { timeout: 1_000, tries: 2 };
const hostPattern = /^[a-z\d_-]+(\.[a-z\d_-]+)*$/i;

export type FindService = (host: string, signal: AbortSignal) => Promise<{ name: string; port: number } | null>;

/** Returns the SRV record of a Java server with the lowest priority. Without a usable one, the default port applies. */
export const findService: FindService = async (host, signal) => {
  if (isIP(host) !== 0 || !host.includes('.')) return null;
  const resolver = new Resolver(srvTimeout);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const records = await resolver.resolveSrv(`_minecraft._tcp.${host}`);
    const [first] = records.sort((one, other) => one.priority - other.priority || other.weight - one.weight);
    return first && first.port > 0 && hostPattern.test(first.name) ? first : null;
  } catch {
    signal.throwIfAborted();
    return null;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
