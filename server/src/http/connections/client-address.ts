import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { Env } from '../../process/env.js';
import { addressOf } from '../../request/rate-limits.js';

export type TrustedProxies = (address: string, hop: number) => boolean;

export const trustedProxiesOf = ({ trustedProxies }: Pick<Env, 'trustedProxies'>): TrustedProxies =>
  rememberingPeers(proxyAddr.compile(trustedProxies));

const maxPeers = 1_000;

function rememberingPeers(isTrusted: TrustedProxies): TrustedProxies {
  const peers = new Map<string, boolean>();
  return (address, hop) => {
    if (hop > 0) return isTrusted(address, hop);
    let known = peers.get(address);
    if (known === undefined) {
      if (peers.size >= maxPeers) peers.clear();
      peers.set(address, (known = isTrusted(address, hop)));
    }
    return known;
  };
}

export const clientAddressOf = (req: IncomingMessage, trusted: TrustedProxies): string =>
  addressOf({ ip: proxyAddr(req, trusted) });
