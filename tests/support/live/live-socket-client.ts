import { parsePosition } from '@guildhall/domain/wire/positions.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type {
  ClientToServer,
  ResyncMessage,
  ServerToClient,
  TopicMessage,
} from '@guildhall/domain/wire/schemas/live/messages.js';
import { siteTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { checkMessage } from '@guildhall/server/testing/test-listener.js';
import { io, type Socket } from 'socket.io-client';
import { createTopics, type TopicSubscription, type LiveSocket, type Topics } from '../../../web/src/live/topics.js';

type Message = TopicMessage | ResyncMessage;

/** `resumes` excludes the site's topic. */
export interface SocketCounts {
  connects: number;
  messages: number;
  resyncs: number;
  refused: number;
  resumes: { withNothing: number; withRows: number; withResync: number };
}

export interface SocketHandlers {
  rows: (topic: Topic, rows: readonly LiveRow[]) => void;
  resync: (topic: Topic) => void;
  ended: () => void;
}

/** Uses a Node.js connection, which can be cut and moved to another server. */
export class LiveSocketClient {
  readonly counts: SocketCounts = {
    connects: 0,
    messages: 0,
    resyncs: 0,
    refused: 0,
    resumes: { withNothing: 0, withRows: 0, withResync: 0 },
  };
  ended: string | null = null;
  private socket: Socket<ServerToClient, ClientToServer>;
  private readonly topics: Topics;
  private hearTopic: ServerToClient['topic'] = () => undefined;
  private readonly subscriptions = new Map<Topic, TopicSubscription>();
  private readonly positions = new Map<Topic, string>();
  /**
   * `again` means that the client joined after a disconnect. `rows` counts the rows that arrived before the end mark.
   */
  private readonly pendingJoins = new Map<Topic, { rows: number; again: boolean }>();
  private readonly caughtUp = new Set<Topic>();
  private away = true;

  constructor(
    url: string,
    private readonly cookie: string | undefined,
    private readonly handlers: SocketHandlers,
  ) {
    this.socket = this.openSocket(url);
    this.topics = createTopics(this.toLiveSocket());
  }

  connect(): void {
    this.away = false;
    this.socket.connect();
  }

  /** Does nothing while the connection is being opened. */
  cut(): void {
    if (this.socket.connected) this.socket.io.engine.close();
  }

  disconnect(): void {
    this.away = true;
    this.socket.disconnect();
  }

  moveTo(url: string): void {
    const previousSocket = this.socket;
    this.socket = this.openSocket(url);
    this.caughtUp.clear();
    this.pendingJoins.clear();
    previousSocket.removeAllListeners();
    previousSocket.disconnect();
    if (!this.away) this.socket.connect();
  }

  /** Joins these topics and leaves all others. */
  hear(positions: ReadonlyMap<Topic, string>): void {
    for (const [topic, subscription] of this.subscriptions) {
      if (positions.has(topic)) continue;
      subscription.stop();
      for (const topics of [this.subscriptions, this.positions, this.pendingJoins]) topics.delete(topic);
      this.caughtUp.delete(topic);
    }
    for (const [topic, position] of positions) {
      const { rows, resync } = this.handlers;
      const handlers = { rows: (liveRows: LiveRow[]) => rows(topic, liveRows), resync: () => resync(topic) };
      const subscription = this.subscriptions.get(topic);
      if (subscription) subscription.rejoin(position);
      else this.subscriptions.set(topic, this.topics.listen(topic, position, handlers));
      this.caughtUp.delete(topic);
    }
  }

  position(topic: Topic): string | null {
    return this.positions.get(topic) ?? null;
  }

  get isCaughtUp(): boolean {
    return this.socket.connected && [...this.subscriptions.keys()].every((topic) => this.caughtUp.has(topic));
  }

  async waitForAcknowledgement(): Promise<void> {
    if (this.socket.connected) await this.socket.timeout(5_000).emitWithAck('join', []);
  }

  private openSocket(url: string): LiveSocketClient['socket'] {
    const socket: LiveSocketClient['socket'] = io(url, {
      transports: ['websocket'],
      extraHeaders: { origin: url, ...(this.cookie !== undefined && { cookie: this.cookie }) },
      autoConnect: false,
      forceNew: true,
      reconnectionDelay: 20,
      reconnectionDelayMax: 500,
    });
    socket.on('topic', (message) => this.receive(checkMessage(message)));
    socket.on('ended', ({ reason }) => {
      this.ended = reason;
      this.handlers.ended();
    });
    socket.on('connect', () => {
      this.counts.connects += 1;
      this.topics.joinAll();
    });
    socket.on('disconnect', () => {
      this.caughtUp.clear();
      this.pendingJoins.clear();
      this.connectLater(socket);
    });
    socket.on('connect_error', () => this.connectLater(socket));
    return socket;
  }

  /** Socket.IO reconnects, but not after the server has closed the connection or refused the handshake. */
  private connectLater(socket: LiveSocketClient['socket']): void {
    setTimeout(() => !this.away && socket === this.socket && !socket.active && socket.connect(), 20);
  }

  /** To the web client's stores, this looks like one permanent socket. */
  private toLiveSocket(): LiveSocket {
    const current = () => this.socket;
    return {
      get connected() {
        return current().connected;
      },
      on: (_, listener) => (this.hearTopic = listener),
      emit: (event, ...args) => {
        if (event !== 'join') return current().emit(event, ...args);
        const [requests, respond] = args as Parameters<ClientToServer['join']>;
        for (const { topic, position } of requests) {
          this.pendingJoins.set(topic, {
            rows: 0,
            again: topic !== siteTopic && this.positions.get(topic) === position,
          });
          this.positions.set(topic, position);
          this.caughtUp.delete(topic);
        }
        return current().emit('join', requests, (results) => {
          requests.forEach(({ topic }, n) => results[n] === 'refused' && this.refuse(topic));
          respond(results);
        });
      },
    };
  }

  private refuse(topic: Topic): void {
    this.counts.refused += 1;
    this.pendingJoins.delete(topic);
    this.caughtUp.add(topic); // Nothing is pending.
  }

  private receive(message: Message): void {
    this.counts.messages += 1;
    const pendingJoin = this.pendingJoins.get(message.topic);
    if ('resync' in message) {
      this.counts.resyncs += 1;
      if (pendingJoin?.again) this.counts.resumes.withResync += 1;
      this.pendingJoins.delete(message.topic);
      this.positions.delete(message.topic);
      this.caughtUp.delete(message.topic);
    } else this.advance(message);
    this.hearTopic(message);
  }

  private advance({ topic, position, rows, end }: TopicMessage): void {
    const pendingJoin = this.pendingJoins.get(topic);
    if (pendingJoin) pendingJoin.rows += rows.length;
    if (end) {
      if (pendingJoin?.again) this.counts.resumes[pendingJoin.rows > 0 ? 'withRows' : 'withNothing'] += 1;
      this.pendingJoins.delete(topic);
      this.caughtUp.add(topic);
    }
    const [now, previous] = [parsePosition(position), parsePosition(this.positions.get(topic))];
    if (
      position !== undefined &&
      this.caughtUp.has(topic) &&
      now &&
      previous?.log === now.log &&
      now.position > previous.position
    ) {
      this.positions.set(topic, position);
    }
  }
}
