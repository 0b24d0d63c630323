import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { Audience } from './audience.js';
import type { GatewayStats, LiveSocket } from './live-server.js';

/**
 * Notifies sockets that a topic must be reloaded. The socket leaves the topic immediately and joins it again after the
 * reload: nothing that it receives in between can advance its position past what it has missed.
 */
export class Resyncs {
  private readonly pending = new Map<LiveSocket, { topics: Set<Topic>; timer: NodeJS.Timeout }>();

  /** `resyncSpreadMs`: the time over which simultaneous resyncs are spread. */
  constructor(
    private readonly audience: Audience,
    private readonly stats: GatewayStats,
    private readonly spreadMs: number,
  ) {}

  /** `urgent`: only the pages of one member are concerned, which therefore reload immediately. */
  now(socket: LiveSocket, topics: Iterable<Topic>, urgent = false): void {
    for (const topic of topics) {
      this.audience.leave(socket, topic);
      this.stats.resyncs += 1;
      socket.emit('topic', urgent ? { topic, resync: true, urgent } : { topic, resync: true });
    }
  }

  /** Within the spread, so that not all reload at the same time. */
  schedule(socket: LiveSocket, topics: readonly Topic[]): void {
    if (topics.length === 0) return;
    for (const topic of topics) this.audience.leave(socket, topic);
    const pending = this.pending.get(socket);
    if (pending) for (const topic of topics) pending.topics.add(topic);
    else this.enqueue(socket, new Set(topics));
  }

  scheduleAll(): void {
    for (const socket of this.audience.sockets()) this.schedule(socket, [...socket.data.topics]);
  }

  /** The socket has already joined the topic again. */
  cancel(socket: LiveSocket, topic: Topic): void {
    this.pending.get(socket)?.topics.delete(topic);
  }

  forget(socket: LiveSocket): void {
    clearTimeout(this.pending.get(socket)?.timer);
    this.pending.delete(socket);
  }

  private enqueue(socket: LiveSocket, topics: Set<Topic>): void {
    const flush = () => {
      this.pending.delete(socket);
      this.now(socket, topics);
    };
    this.pending.set(socket, { topics, timer: setTimeout(flush, Math.random() * this.spreadMs) });
  }
}
