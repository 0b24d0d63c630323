import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import proxyAddr from 'proxy-addr';
import type { Env } from '../../process/env.js';
import { isLocalSite } from '../../process/loopback.js';
import { compileTrustedProxies, type TrustedProxies } from './client-address.js';

/**
 * `missing` means that a trusted proxy omits the visitor's address. `untrusted` means that the proxy that sends it is
 * not trusted.
 */
export type ForwardedAddressState = 'ok' | 'missing' | 'untrusted';

const warnings = {
  missing:
    'A proxy forwards requests without X-Forwarded-For: all visitors seem to have the same address and share its limits',
  untrusted:
    "A proxy forwards the visitors' addresses, but TRUSTED_PROXIES does not include it: all visitors seem to have its address and share its limits",
};

const isPrivate = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

/** Logs a warning if all visitors to a public site appear to share one address and therefore its limits. */
export class ForwardedAddresses {
  state: ForwardedAddressState = 'ok';
  private readonly warnedStates = new Set<ForwardedAddressState>();
  private readonly trustedProxies: TrustedProxies;
  private readonly isLocal: boolean;

  constructor(private readonly services: { env: Pick<Env, 'publicUrl' | 'trustedProxies'>; logger: Logger }) {
    this.trustedProxies = compileTrustedProxies(services.env);
    this.isLocal = isLocalSite(services.env.publicUrl);
  }

  check({ headers, socket: { remoteAddress = '' } }: IncomingMessage): void {
    if (this.isLocal) return;
    const [isTrustedProxy, isForwarded] = [
      this.trustedProxies(remoteAddress, 0),
      headers['x-forwarded-for'] !== undefined,
    ];
    if (isTrustedProxy && isForwarded) this.state = 'ok';
    else if (isTrustedProxy && this.isOfVisitor(headers)) this.recordState('missing');
    else if (!isTrustedProxy && isForwarded && isPrivate(remoteAddress, 0)) this.recordState('untrusted');
  }

  private recordState(state: 'missing' | 'untrusted'): void {
    this.state = state;
    if (this.warnedStates.has(state)) return;
    this.warnedStates.add(state);
    this.services.logger.warn(warnings[state]);
  }

  /** Requests from pages contain the public address in one of these headers, unlike requests from local programs. */
  private isOfVisitor({ host, origin, referer }: IncomingMessage['headers']): boolean {
    const site = new URL(this.services.env.publicUrl);
    const isOurs = (address: string) => URL.canParse(address) && new URL(address).origin === site.origin;
    return host === site.host || isOurs(origin ?? '') || isOurs(referer ?? '');
  }
}
