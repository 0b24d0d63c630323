import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { byteArray, frame, PacketReader, varInt } from '../../../link-server/frames.mjs';

/** The protocol of Minecraft 1.21.4. */
export const newProtocol = 769;

export const buildHandshake = (intent: 'status' | 'login', protocol = newProtocol): Buffer =>
  frame(0, varInt(protocol), byteArray('localhost'), Buffer.from([0x63, 0xdd]), varInt(intent === 'status' ? 1 : 2));

/** Versions differ in the fields after the name. */
export const buildLoginStart = (name: string): Buffer => frame(0, byteArray(name), Buffer.alloc(16));

export interface LinkClient {
  socket: Socket;
  send: (...chunks: readonly Buffer[]) => Promise<void>;
  /** Resolves with all bytes once the server has closed the connection. */
  received: Promise<Buffer>;
  /** Resolves with the first packet, without waiting for the end. */
  readFirst: () => Promise<PacketReader>;
}

export async function openLinkClient(port: number): Promise<LinkClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let bytes = Buffer.alloc(0);
  // A reset also counts as closed.
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (bytes = Buffer.concat([bytes, chunk])));
  const received = new Promise<Buffer>((resolve) => socket.once('close', () => resolve(bytes)));
  await once(socket, 'connect');
  const send = async (...chunks: readonly Buffer[]) => {
    for (const chunk of chunks) await new Promise((resolve) => socket.write(chunk, resolve));
  };
  const readFirst = async () => {
    while (parsePacket(bytes) === null) await once(socket, 'data');
    return parsePacket(bytes)!;
  };
  return { socket, send, received, readFirst };
}

function parsePacket(bytes: Buffer): PacketReader | null {
  const reader = new PacketReader(bytes);
  try {
    return new PacketReader(reader.byteArray());
  } catch {
    return null;
  }
}

/** Returns the server's disconnect message, or null if it sent none. */
export function readDisconnect(bytes: Buffer): string | null {
  const packet = parsePacket(bytes);
  if (packet?.varInt() !== 0) return null;
  return (JSON.parse(packet.string()) as { text: string }).text;
}

export async function logIn(port: number, name: string, protocol = newProtocol): Promise<string | null> {
  const client = await openLinkClient(port);
  await client.send(Buffer.concat([buildHandshake('login', protocol), buildLoginStart(name)]));
  return readDisconnect(await client.received);
}
