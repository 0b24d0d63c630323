import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { MessageReader, parseCommand, withCommand, type Command } from './mongo-messages.js';

/** Can replace or stop the command. */
export type MessageFilter = (command: Command) => Command | 'stop';

/**
 * A connection that can be cut and restored. Once the filter has stopped a command, nothing more is forwarded in either
 * direction, as if the sender's machine had frozen.
 */
export class MongoConnection {
  messageFilter: MessageFilter = (command) => command;
  /** A command is forwarded after this. */
  delay: (command: Command) => Promise<unknown> | null = () => null;
  private readonly sockets = new Set<Socket>();
  private isBroken = false;

  /** @param url without a path */
  static async open(url: string): Promise<MongoConnection> {
    const line = new MongoConnection(new URL(url));
    line.server.listen(0, '127.0.0.1');
    await once(line.server, 'listening');
    return line;
  }

  private readonly server: Server;

  private constructor(private readonly target: URL) {
    this.server = createServer((client) => this.connect(client));
  }

  buildAddress(path: string): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    url.pathname = path;
    if (url.username) url.searchParams.set('authSource', url.searchParams.get('authSource') ?? 'admin');
    url.searchParams.set('directConnection', 'true'); // Otherwise, a replica set would announce its own addresses.
    return url.href;
  }

  cut(): void {
    this.isBroken = true;
    for (const socket of this.sockets) socket.destroy();
  }

  repair(): void {
    this.isBroken = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private connect(client: Socket): void {
    if (this.isBroken) return void client.destroy();
    const upstream = connect(Number(this.target.port || 27017), this.target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => (this.sockets.delete(socket), other.destroy()));
    }
    const messages = new MessageReader();
    let isStopped = false;
    let forwarding: Promise<unknown> = Promise.resolve();
    client.on('data', (chunk: Buffer) => {
      for (const message of messages.read(chunk)) {
        const filteredMessage = isStopped ? 'stop' : this.filterMessage(message);
        if (filteredMessage === 'stop') isStopped = true;
        else forwarding = forwarding.then(() => this.delayMessage(message)).then(() => upstream.write(filteredMessage));
      }
    });
    upstream.on('data', (chunk: Buffer) => isStopped || client.write(chunk));
  }

  private async delayMessage(message: Buffer): Promise<void> {
    const command = parseCommand(message);
    if (command) await this.delay(command);
  }

  private filterMessage(message: Buffer): Buffer | 'stop' {
    const command = parseCommand(message);
    if (!command) return message;
    const next = this.messageFilter(command);
    if (next === 'stop' || next === command) return next === 'stop' ? next : message;
    return withCommand(message, next);
  }
}
