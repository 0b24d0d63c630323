import { parsePosition } from '@guildhall/domain/wire/positions.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import {
  endedMessage,
  resyncMessage,
  topicMessage,
  type ClientToServer,
  type JoinRequest,
  type ResyncMessage,
  type ServerToClient,
  type TopicMessage,
} from '@guildhall/domain/wire/schemas/live/messages.js';
import { parseTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { io, type Socket } from 'socket.io-client';

type Message = TopicMessage | ResyncMessage;
const timeoutMs = 5_000;

/** @throws for a message that does not match its closed schema: in a listener this fails the test run */
export const checkedMessage = (message: Message): Message =>
  'resync' in message ? resyncMessage.parse(message) : topicMessage.parse(message);

export interface TestListenerOptions {
  cookie?: string;
  /** null sends none; by default the origin of the address. */
  origin?: string | null;
  headers?: Record<string, string>;
  /** Accepts a self-signed certificate. */
  anyCertificate?: boolean;
}

/**
 * A listener on a real connection, which stores everything that it receives and, like a browser, its position in each
 * topic.
 */
export class TestListener {
  readonly received: Message[] = [];
  ended: string | null = null;
  readonly positions = new Map<Topic, string>();
  private readonly caughtUp = new Set<Topic>();
  private readonly waiting = new Set<() => void>();

  /** @throws if the handshake is refused */
  static async open(
    url: string,
    { cookie, origin = url, headers, anyCertificate = false }: TestListenerOptions = {},
  ): Promise<TestListener> {
    const extraHeaders = { ...(origin !== null && { origin }), ...(cookie !== undefined && { cookie }), ...headers };
    const options = {
      transports: ['websocket'],
      extraHeaders,
      reconnection: false,
      forceNew: true,
      rejectUnauthorized: !anyCertificate,
    };
    const socket: Socket<ServerToClient, ClientToServer> = io(url, options);
    const listener = new TestListener(socket); // messages sent with the connect are received too
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return listener;
  }

  private constructor(readonly socket: Socket<ServerToClient, ClientToServer>) {
    socket.on('topic', (message) => this.hear(message));
    socket.on('ended', (message) => (this.ended = endedMessage.parse(message).reason));
    socket.on('disconnect', () => this.wake());
  }

  async join(topic: Topic, position: string): Promise<string> {
    const [result] = await this.joinAll([{ topic, position }]);
    return result ?? 'no answer';
  }

  joinAll(topics: JoinRequest[]): Promise<string[]> {
    for (const { topic, position } of topics.filter((request) => parseTopic(request?.topic))) {
      this.positions.set(topic, position);
      this.caughtUp.delete(topic);
    }
    return this.socket.timeout(timeoutMs).emitWithAck('join', topics);
  }

  /** Joins, and waits for the end of the backlog. */
  async listen(topic: Topic, position: string): Promise<void> {
    const result = await this.join(topic, position);
    if (result !== 'joined') throw new Error(`${topic} was ${result}`);
    await this.until(() => this.caughtUp.has(topic), `the end mark of ${topic}`);
  }

  /** Returns the rows of a topic in order of arrival. */
  rows(topic: Topic): LiveRow[] {
    return this.received.flatMap((message) => (message.topic === topic && 'rows' in message ? message.rows : []));
  }

  /** Returns the contents of a topic's replies in order of arrival; removed ones as 'removed'. */
  replies(topic: Topic): string[] {
    return this.rows(topic).flatMap((row) =>
      row.kind !== 'post' ? [] : 'removed' in row ? ['removed'] : [row.content],
    );
  }

  resyncs(topic: Topic): number {
    return this.received.filter((message) => message.topic === topic && 'resync' in message).length;
  }

  async untilReply(topic: Topic, text: string): Promise<void> {
    await this.until(() => this.replies(topic).includes(text), `the reply "${text}"`);
  }

  async untilResync(topic: Topic, times = 1): Promise<void> {
    await this.until(() => this.resyncs(topic) >= times, `${times} resync of ${topic}`);
  }

  async untilClosed(): Promise<void> {
    await this.until(() => !this.socket.connected, 'the end of the connection');
  }

  /** @throws if the condition is not true within five seconds */
  async until(condition: () => boolean, what: string): Promise<void> {
    const late = setTimeout(() => this.wake(), timeoutMs);
    const end = Date.now() + timeoutMs;
    while (!condition()) {
      if (Date.now() >= end) throw new Error(`Waited in vain for ${what}; heard ${JSON.stringify(this.received)}`);
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
    clearTimeout(late);
  }

  close(): void {
    this.socket.disconnect();
  }

  private hear(message: Message): void {
    this.received.push(checkedMessage(message));
    const { topic } = message;
    if ('end' in message) this.caughtUp.add(topic);
    const known = parsePosition(this.positions.get(topic));
    const now = 'position' in message ? parsePosition(message.position) : null;
    if (known && now && this.caughtUp.has(topic) && now.position > known.position)
      this.positions.set(topic, `${now.log}.${now.position}`);
    this.wake();
  }

  private wake(): void {
    for (const go of [...this.waiting]) go();
    this.waiting.clear();
  }
}
