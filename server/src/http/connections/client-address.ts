import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { Env } from '../../process/env.js';
import { addressOf } from '../../request/rate-limits.js';

export type TrustedProxies = (address: string, hop: number) => boolean;

export const trustedProxiesOf = ({ trustedProxies }: Pick<Env, 'trustedProxies'>): TrustedProxies =>
  proxyAddr.compile(trustedProxies);

export const clientAddressOf = (req: IncomingMessage, trusted: TrustedProxies): string =>
  addressOf({ ip: proxyAddr(req, trusted) });
