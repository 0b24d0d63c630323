import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

type Respond = (socket: Socket, received: Buffer) => void;

/** A Java server that responds to each packet as a test wants. Counts its connections. */
export class FakeGameServer {
  connections = 0;
  bytesWritten = 0;
  port = 0;
  received = Buffer.alloc(0);
  private respond: Respond = () => undefined;
  private readonly open = new Set<Socket>();

  private readonly tcp: Server = createServer((socket) => {
    this.connections++;
    this.open.add(socket);
    this.received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.open.delete(socket);
      this.bytesWritten += socket.bytesWritten;
    });
    socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, bytes]);
      this.respond(socket, bytes);
    });
  });

  static async start(status: object = sampleStatus): Promise<FakeGameServer> {
    const fake = new FakeGameServer();
    fake.tcp.listen(0, '127.0.0.1');
    await once(fake.tcp, 'listening');
    fake.port = (fake.tcp.address() as AddressInfo).port;
    fake.show(status);
    return fake;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  get openConnections(): number {
    return this.open.size;
  }

  onData(respond: Respond): void {
    this.respond = respond;
  }

  show(status: object): void {
    this.onData((socket, bytes) => socket.write(isPing(bytes) ? bytes : encodePacket(JSON.stringify(status))));
  }

  setPlayers(online: number): void {
    this.show({ ...sampleStatus, players: { online, max: 100 } });
  }

  async stop(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    this.tcp.close();
    if (this.tcp.listening) await once(this.tcp, 'close');
  }
}

export const isPing = (bytes: Buffer): boolean => bytes.length === 10 && bytes[1] === 1;

export const sampleStatus = {
  version: { name: 'Paper 1.21.4', protocol: 769 },
  players: { online: 7, max: 100, sample: [{ name: 'Anna', id: 'ea6a7a1c-0000-4000-8000-000000000000' }] },
  description: { text: 'Lobby', color: 'gold' },
};

export function encodePacket(json: string): Buffer {
  const bytes = Buffer.from(json);
  const content = Buffer.concat([Buffer.from([0]), encodeVarint(bytes.length), bytes]);
  return Buffer.concat([encodeVarint(content.length), content]);
}

/** Padded to three bytes, which decoders must accept. */
export const encodeVarint = (value: number): Buffer =>
  Buffer.from([(value & 0x7f) | 0x80, ((value >> 7) & 0x7f) | 0x80, value >> 14]);
