import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { clientAddressOf, trustedProxiesOf, type TrustedProxies } from '../../http/connections/client-address.js';
import type { Limits } from '../../request/rate-limits.js';
import { Limiter } from '../../process/limiter.js';
import type { Env } from '../../process/env.js';

/** Messages in a span: of one connection, more than a page sends; of an address, those of many pages that come back. */
const packetLimits = { ofConnection: 300, ofAddress: 1_000, ms: 10_000 };
const maxAddresses = 10_000;

interface Sent {
  since: number;
  packets: number;
}

/** What a live connection needs from its transport; Engine.IO's own types leave it out. */
interface Transport {
  request: IncomingMessage;
  on(event: 'packet', listener: () => void): unknown;
  close(discard?: boolean): unknown;
}

/** Bounds on live connections of one address, with an account or without. `RATE_LIMITS=off` turns them off. */
export class SocketLimits {
  private readonly open: Limiter;
  private readonly trusted: TrustedProxies;
  private readonly sent = new LRUCache<string, Sent>({ maxSize: maxAddresses, sizeCalculation: () => 1 });

  /** `maxSockets`: of one address. */
  constructor(
    private readonly services: { env: Pick<Env, 'trustedProxies' | 'rateLimits'>; limits: Limits },
    maxSockets: number,
  ) {
    this.open = new Limiter({ running: maxSockets });
    this.trusted = trustedProxiesOf(services.env);
  }

  addressOf(req: IncomingMessage): string {
    return clientAddressOf(req, this.trusted);
  }

  /** Whether a handshake may go on. It counts until its connection is closed. */
  async admits(req: IncomingMessage): Promise<boolean> {
    if (!this.services.env.rateLimits) return true;
    const address = this.addressOf(req);
    if (!this.open.tryEnter(address)) return false;
    req.socket.once('close', () => this.open.leave(address));
    return this.services.limits.take('connect', address).then(
      () => !req.socket.destroyed,
      () => false,
    );
  }

  /** Cuts a connection that sends more messages than pages do, alone or with the others of its address. */
  watch(transport: Transport): void {
    if (!this.services.env.rateLimits) return;
    const address = this.addressOf(transport.request);
    const own: Sent = { since: 0, packets: 0 };
    transport.on('packet', () => {
      const all = this.sent.get(address) ?? { since: 0, packets: 0 };
      this.sent.set(address, all);
      const tooMany = counted(own) > packetLimits.ofConnection || counted(all) > packetLimits.ofAddress;
      if (tooMany) transport.close(true);
    });
  }
}

/** Counts one message. @returns how many there were in its span */
function counted(sent: Sent): number {
  const now = performance.now();
  if (now - sent.since > packetLimits.ms) Object.assign(sent, { since: now, packets: 0 });
  return ++sent.packets;
}
