import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { Env } from '../../process/env.js';
import { addressOf } from '../rate-limits.js';

/** Whether an address is that of a proxy whose forwarded addresses count. `hop` is ignored. */
export type TrustedProxies = (address: string, hop: number) => boolean;

export const trustedProxiesOf = ({ trustedProxies }: Pick<Env, 'trustedProxies'>): TrustedProxies =>
  proxyAddr.compile(trustedProxies);

/** The key under which the client of a request is counted, for requests that Express does not see. */
export const clientAddressOf = (req: IncomingMessage, trusted: TrustedProxies): string =>
  addressOf({ ip: proxyAddr(req, trusted) });
