import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { Env } from '../../process/env.js';
import { normalizeAddress } from '../../request/rate-limits.js';

export type TrustedProxies = (address: string, hop: number) => boolean;

export const compileTrustedProxies = ({ trustedProxies }: Pick<Env, 'trustedProxies'>): TrustedProxies =>
  proxyAddr.compile(trustedProxies);

export const getClientAddress = (req: IncomingMessage, trustedProxies: TrustedProxies): string =>
  normalizeAddress({ ip: proxyAddr(req, trustedProxies) });
