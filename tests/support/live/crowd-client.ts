import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ClientToServer, ServerToClient } from '@guildhall/domain/wire/schemas/live/messages.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { io, type Socket } from 'socket.io-client';
import { reconnectDelays } from '../../../web/src/live/reconnect-delays.js';
import { createTopics, type Topics } from '../../../web/src/live/topics.js';
import type { CrowdMember } from './crowd.js';

/** Joins the web client's topics over a connection that reconnects as a browser's does. */
export class CrowdClient {
  readonly replies = new Map<number, string>();
  /** Repeated rows are harmless because the row with the newer `pos` wins. */
  repeated = 0;
  resyncs = 0;
  connects = 0;
  /** Times of refused connections, in milliseconds since the epoch. */
  readonly failures: number[] = [];
  /** Null until all missed updates have arrived after the last connect. */
  caughtUpAt: number | null = null;
  private readonly socket: Socket<ServerToClient, ClientToServer>;
  private readonly topics: Topics;
  private readonly handledIds = new Set<string>();
  private readonly connectListeners = new Set<() => void>();

  constructor(
    url: string,
    readonly member: Pick<CrowdMember, 'userId' | 'cookie'>,
    thread: Topic,
    position: string,
  ) {
    const extraHeaders = { origin: url, cookie: member.cookie };
    this.socket = io(url, { ...reconnectDelays, transports: ['websocket'], extraHeaders, forceNew: true });
    this.topics = createTopics(this.socket);
    this.socket.on('connect_error', () => this.failures.push(Date.now()));
    this.socket.on('disconnect', () => (this.caughtUpAt = null));
    this.socket.on('topic', (message) => {
      if (message.topic === thread && 'end' in message) this.caughtUpAt = Date.now();
    });
    this.socket.on('connect', () => {
      this.connects += 1;
      this.topics.joinAll();
      for (const go of this.connectListeners) go();
      this.connectListeners.clear();
    });
    const handlers = { rows: (rows: LiveRow[]) => this.take(rows), resync: () => void (this.resyncs += 1) };
    for (const topic of ['site', `member:${member.userId}`, thread] as const) {
      this.topics.listen(topic, position, handlers);
    }
  }

  get isCaughtUp(): boolean {
    return this.caughtUpAt !== null;
  }

  async waitForConnect(): Promise<void> {
    await new Promise<void>((resolve) => this.connectListeners.add(resolve));
  }

  close(): void {
    this.socket.disconnect();
  }

  private take(rows: readonly LiveRow[]): void {
    for (const row of rows) {
      if (row.kind !== 'post' || 'removed' in row) continue;
      this.replies.set(row.id, row.content);
      const key = `${row.id} ${row.pos}`;
      if (this.handledIds.has(key)) this.repeated += 1;
      this.handledIds.add(key);
    }
  }
}
