import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createLookup } from '../../push/public-lookup.js';
import { NotResolved, StatusUnknown } from './game-status.js';

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
 * Game servers are often in the site's private network, and only Admins enter their addresses. Ranges that cannot
 * contain a game server are excluded, and with them most cloud metadata services.
 */
const gameServerRanges = ['unicast', 'private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];
/** The metadata services of AWS and Alibaba Cloud, which are in these ranges. */
const metadataAddresses = ['fd00:ec2::254', '100.100.100.200'];
function mayBeGameServer(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return gameServerRanges.includes(address.range()) && !metadataAddresses.includes(address.toString());
}

export const lookupGameServer = createLookup(
  mayBeGameServer,
  () => new StatusUnknown('The address cannot belong to a game server'),
);

export function requireGameServerAddress(host: string): void {
  if (isIP(host) !== 0 && !mayBeGameServer(host)) throw new StatusUnknown('The address cannot belong to a game server');
}

/** Prefers IPv4 because the default port is the one for IPv4. Resolving a name cannot be aborted, only abandoned. */
export async function resolveGameServer(host: string, signal: AbortSignal): Promise<LookupAddress> {
  const abortRejection = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new NotResolved()), { once: true }),
  );
  const foundAddresses = await Promise.race([lookup(host, { all: true }), abortRejection]);
  for (const { address } of foundAddresses) requireGameServerAddress(address);
  const address = foundAddresses.find(({ family }) => family === 4) ?? foundAddresses[0];
  if (!address) throw new NotResolved();
  return address;
}

const srvTimeoutMs = 1_000;
const hostPattern = /^[a-z\d_-]+(\.[a-z\d_-]+)*$/i;

const noRecord = ['ENOTFOUND', 'ENODATA'];

interface FoundService {
  name: string;
  port: number;
}

/**
 * Returns a Java server's SRV record with the lowest priority. Without a usable one, the default port applies.
 * `unknown` means that the name server did not respond correctly.
 */
export async function findService(
  host: string,
  signal: AbortSignal,
  timeout = srvTimeoutMs,
): Promise<FoundService | 'none' | 'unknown'> {
  if (isIP(host) !== 0 || !host.includes('.')) return 'none';
  const resolver = new Resolver({ timeout, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const records = await resolver.resolveSrv(`_minecraft._tcp.${host}`);
    const [bestRecord] = records.sort((one, other) => one.priority - other.priority || other.weight - one.weight);
    return bestRecord && bestRecord.port > 0 && hostPattern.test(bestRecord.name) ? bestRecord : 'none';
  } catch (error) {
    if (signal.aborted) throw new NotResolved();
    return noRecord.includes((error as NodeJS.ErrnoException).code ?? '') ? 'none' : 'unknown';
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
