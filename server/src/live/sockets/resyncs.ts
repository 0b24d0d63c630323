import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { Audience } from './audience.js';
import type { GatewayStats, LiveSocket } from './live-server.js';

/** Sockets leave the topic immediately. Otherwise, a message could advance a page's position past what it missed. */
export class Resyncs {
  private readonly pendingResyncs = new Map<LiveSocket, { topics: Set<Topic>; timer: NodeJS.Timeout }>();

  constructor(
    private readonly audience: Audience,
    private readonly stats: GatewayStats,
    private readonly spreadMs: number,
  ) {}

  /** `urgent` skips the random delay because only one member's pages are affected. */
  resyncNow(socket: LiveSocket, topics: Iterable<Topic>, urgent = false): void {
    for (const topic of topics) {
      this.audience.leave(socket, topic);
      this.stats.resyncs += 1;
      socket.emit('topic', urgent ? { topic, resync: true, urgent } : { topic, resync: true });
    }
  }

  schedule(socket: LiveSocket, topics: readonly Topic[]): void {
    if (topics.length === 0) return;
    for (const topic of topics) this.audience.leave(socket, topic);
    const pending = this.pendingResyncs.get(socket);
    if (pending) for (const topic of topics) pending.topics.add(topic);
    else this.enqueue(socket, new Set(topics));
  }

  scheduleAll(): void {
    for (const socket of this.audience.listSockets()) this.schedule(socket, [...socket.data.topics]);
  }

  cancel(socket: LiveSocket, topic: Topic): void {
    this.pendingResyncs.get(socket)?.topics.delete(topic);
  }

  forget(socket: LiveSocket): void {
    clearTimeout(this.pendingResyncs.get(socket)?.timer);
    this.pendingResyncs.delete(socket);
  }

  private enqueue(socket: LiveSocket, topics: Set<Topic>): void {
    const flush = () => {
      this.pendingResyncs.delete(socket);
      this.resyncNow(socket, topics);
    };
    this.pendingResyncs.set(socket, { topics, timer: setTimeout(flush, Math.random() * this.spreadMs) });
  }
}
