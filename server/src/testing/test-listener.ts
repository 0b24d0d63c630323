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
import { Ajv } from 'ajv';
import { io, type Socket } from 'socket.io-client';
import { buildAsyncApi } from '../openapi/async-api.js';

type Message = TopicMessage | ResyncMessage;
const timeoutMs = 30_000;

const { components } = buildAsyncApi('http://localhost');
const ajv = new Ajv({ strict: false, validateFormats: false });
const matchesDocument = ajv.compile({
  oneOf: [components.messages['topic']?.payload, components.messages['resync']?.payload],
  components,
});

/** @throws if a message does not match its schema, or the one that is published. Both allow no other fields */
export function checkMessage(message: Message): Message {
  const validMessage = 'resync' in message ? resyncMessage.parse(message) : topicMessage.parse(message);
  if (!matchesDocument(message))
    throw new Error(`${JSON.stringify(message)}: ${ajv.errorsText(matchesDocument.errors)}`);
  return validMessage;
}

export interface TestListenerOptions {
  cookie?: string;
  origin?: string | null;
  headers?: Record<string, string>;
  auth?: Record<string, unknown>;
  anyCertificate?: boolean;
}

export class TestListener {
  readonly received: Message[] = [];
  ended: string | null = null;
  readonly positions = new Map<Topic, string>();
  private readonly caughtUp = new Set<Topic>();
  private readonly waiters = new Set<() => void>();

  static async open(
    url: string,
    { cookie, origin = url, headers, auth = {}, anyCertificate = false }: TestListenerOptions = {},
  ): Promise<TestListener> {
    const extraHeaders = { ...(origin !== null && { origin }), ...(cookie !== undefined && { cookie }), ...headers };
    const options = {
      transports: ['websocket'],
      extraHeaders,
      auth,
      reconnection: false,
      forceNew: true,
      rejectUnauthorized: !anyCertificate,
    };
    const socket: Socket<ServerToClient, ClientToServer> = io(url, options);
    // Create the listener first so that it also receives messages sent on connecting.
    const listener = new TestListener(socket);
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

  async listen(topic: Topic, position: string): Promise<void> {
    const result = await this.join(topic, position);
    if (result !== 'joined') throw new Error(`${topic} was ${result}`);
    await this.waitUntil(() => this.caughtUp.has(topic), `the end mark of ${topic}`);
  }

  listRows(topic: Topic): LiveRow[] {
    return this.received.flatMap((message) => (message.topic === topic && 'rows' in message ? message.rows : []));
  }

  /** Removed replies are listed as 'removed'. */
  listReplies(topic: Topic): string[] {
    return this.listRows(topic).flatMap((row) =>
      row.kind !== 'post' ? [] : 'removed' in row ? ['removed'] : [row.content],
    );
  }

  countResyncs(topic: Topic): number {
    return this.received.filter((message) => message.topic === topic && 'resync' in message).length;
  }

  async waitForReply(topic: Topic, text: string): Promise<void> {
    await this.waitUntil(() => this.listReplies(topic).includes(text), `the reply "${text}"`);
  }

  async waitForResync(topic: Topic, times = 1): Promise<void> {
    await this.waitUntil(() => this.countResyncs(topic) >= times, `${times} resync of ${topic}`);
  }

  async waitUntilClosed(): Promise<void> {
    await this.waitUntil(() => !this.socket.connected, 'the end of the connection');
  }

  async waitUntil(condition: () => boolean, description: string): Promise<void> {
    const timeout = setTimeout(() => this.wake(), timeoutMs);
    const end = Date.now() + timeoutMs;
    while (!condition()) {
      if (Date.now() >= end)
        throw new Error(`Waited in vain for ${description}; heard ${JSON.stringify(this.received)}`);
      await new Promise<void>((resolve) => this.waiters.add(resolve));
    }
    clearTimeout(timeout);
  }

  close(): void {
    this.socket.disconnect();
  }

  private hear(message: Message): void {
    this.received.push(checkMessage(message));
    const { topic } = message;
    if ('end' in message) this.caughtUp.add(topic);
    const lastPosition = parsePosition(this.positions.get(topic));
    const currentPosition = 'position' in message ? parsePosition(message.position) : null;
    if (lastPosition && currentPosition && this.caughtUp.has(topic) && currentPosition.position > lastPosition.position)
      this.positions.set(topic, `${currentPosition.log}.${currentPosition.position}`);
    this.wake();
  }

  private wake(): void {
    for (const go of [...this.waiters]) go();
    this.waiters.clear();
  }
}
