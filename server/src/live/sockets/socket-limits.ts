import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { getClientAddress, compileTrustedProxies, type TrustedProxies } from '../../http/connections/client-address.js';
import { limitEntries, Limiter } from '../../process/limiter.js';
import type { Services } from '../../services.js';
import { liveLimits } from '../../request/live-limits.js';

const { packets } = liveLimits;
const maxAddresses = 10_000;

interface PacketCount {
  since: number;
  packets: number;
}

/** Engine.IO's types omit this. */
interface Transport {
  request: IncomingMessage;
  on(event: 'packet', listener: () => void): unknown;
  close(discard?: boolean): unknown;
}

export class SocketLimits {
  private readonly open: Limiter;
  private readonly trustedProxies: TrustedProxies;
  private readonly packetCounts = new LRUCache<string, PacketCount>(limitEntries(maxAddresses));

  constructor(
    private readonly services: Services,
    maxSockets: number,
  ) {
    this.open = new Limiter({ running: maxSockets });
    this.trustedProxies = compileTrustedProxies(services.env);
  }

  getAddress(req: IncomingMessage): string {
    return getClientAddress(req, this.trustedProxies);
  }

  async tryAdmit(req: IncomingMessage): Promise<boolean> {
    if (!this.services.env.rateLimits) return true;
    const address = this.getAddress(req);
    if (!this.open.tryEnter(address)) return false;
    req.socket.once('close', () => this.open.leave(address));
    return this.services.limits.take('connect', address).then(
      () => !req.socket.destroyed,
      () => false,
    );
  }

  watch(transport: Transport): void {
    if (!this.services.env.rateLimits) return;
    const address = this.getAddress(transport.request);
    const connectionCount: PacketCount = { since: 0, packets: 0 };
    transport.on('packet', () => {
      const addressCount = this.packetCounts.get(address) ?? { since: 0, packets: 0 };
      this.packetCounts.set(address, addressCount);
      const tooMany =
        countPacket(connectionCount) > packets.perConnection || countPacket(addressCount) > packets.perAddress;
      if (tooMany) transport.close(true);
    });
  }
}

function countPacket(count: PacketCount): number {
  const now = performance.now();
  if (now - count.since > packets.seconds * 1_000) Object.assign(count, { since: now, packets: 0 });
  return ++count.packets;
}
