import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { Audience } from './audience.js';
import { countPendingPackets, type LiveSocket } from './live-server.js';
import type { Resyncs } from './resyncs.js';

const checkIntervalMs = 500;

/** Limits memory use: a suspended connection receives nothing until it has drained, and then gets a resync. */
export class SlowSockets {
  private readonly slow = new Map<LiveSocket, Set<Topic>>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly audience: Audience,
    private readonly resyncs: Resyncs,
    private readonly maxPendingPackets: number,
  ) {
    this.timer = setInterval(() => this.check(), checkIntervalMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  forget(socket: LiveSocket): void {
    this.slow.delete(socket);
  }

  private check(): void {
    for (const socket of this.audience.listSockets())
      if (countPendingPackets(socket) > this.maxPendingPackets) this.suspend(socket);
    for (const [socket, topics] of this.slow) {
      if (countPendingPackets(socket) > 0) continue;
      this.slow.delete(socket);
      this.resyncs.resyncNow(socket, topics);
    }
  }

  private suspend(socket: LiveSocket): void {
    const topics = this.slow.get(socket) ?? new Set();
    for (const topic of socket.data.topics) topics.add(topic);
    this.audience.leaveAll(socket);
    this.slow.set(socket, topics);
  }
}
