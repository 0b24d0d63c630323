import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Thrown for addresses that members choose, because this server can reach hosts that members must not. */
export class PrivateAddress extends Error {
  constructor() {
    super('The address is not on the public internet');
  }
}

/** Public IPv6 addresses are only assigned from this range (RFC 4291, 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Also rejects addresses that lead to IPv4 addresses of any kind, such as NAT64 and 6to4. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsedAddress = ipaddr.process(address);
  return (
    parsedAddress.range() === 'unicast' && (parsedAddress instanceof ipaddr.IPv4 || parsedAddress.match(globalUnicast))
  );
}

/** @returns false only for literal IP addresses, since names are checked when they are resolved */
export function mayBePublic({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 || isPublicAddress(host);
}

/**
 * Resolves a name for a connection, which then uses exactly the checked addresses. A name that resolves to any other
 * address fails with the error that `refuse` returns.
 */
export const createLookup =
  (isAllowed: (address: string) => boolean, refuse: () => Error): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const areAllowed = error === null && addresses.every(({ address }) => isAllowed(address));
      const [firstAddress] = addresses ?? [];
      if (!areAllowed || !firstAddress) callback(error ?? refuse(), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, firstAddress.address, firstAddress.family);
    });
  };

export const lookupPublic = createLookup(isPublicAddress, () => new PrivateAddress());

/**
 * Follows no redirects. `allowPrivate` is for tests.
 * @throws PrivateAddress
 */
export function requestPublic(
  url: URL,
  options: RequestOptions,
  allowPrivate: boolean,
  onResponse: (response: IncomingMessage) => void,
): ClientRequest {
  if (!allowPrivate && !mayBePublic(url)) throw new PrivateAddress();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  // Without an agent, a connection made for another member's address is never reused.
  return send(url, { ...options, agent: false, ...(!allowPrivate && { lookup: lookupPublic }) }, onResponse);
}
