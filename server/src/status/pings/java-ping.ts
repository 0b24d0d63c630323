import { randomBytes } from 'node:crypto';
import { connect, isIP, type Socket } from 'node:net';
import { readDescription } from './description.js';
import { readCount, readVersion, NotResolved, StatusUnknown, type GameStatus } from './game-status.js';
import { PacketReader } from './packet-reader.js';
import { findService, lookupGameServer, requireGameServerAddress, type PingTarget } from './target-address.js';

const defaultPort = 25_565;
/** A text of 32,767 characters in UTF-8, with its length and the packet's id. */
const maxStatusBytes = 3 * 32_767 + 4;
const maxPongBytes = 9;
const pongTimeoutMs = 1_000;
const packetIds = { handshake: 0, status: 0, ping: 1 };
const pngPrefix = 'data:image/png;base64,';

/** Pings a Java server with the Server List Ping of version 1.7 and later. */
export async function pingJava(target: PingTarget, signal: AbortSignal, find = findService): Promise<GameStatus> {
  const { host } = target;
  if (target.port !== null) return pingAddress({ host, port: target.port }, host, signal);
  const service = await find(host, signal);
  if (typeof service === 'object') return pingAddress({ host: service.name, port: service.port }, host, signal);
  try {
    return await pingAddress({ host, port: defaultPort }, host, signal);
  } catch (error) {
    // If the SRV record names another port, the server may be online there.
    throw service === 'unknown' ? new StatusUnknown('The SRV record could not be read', { cause: error }) : error;
  }
}

async function pingAddress(
  { host, port }: { host: string; port: number },
  enteredHost: string,
  signal: AbortSignal,
): Promise<GameStatus> {
  requireGameServerAddress(host);
  signal.throwIfAborted();
  let isResolved = isIP(host) !== 0;
  const socket = connect({ host, port, signal, lookup: lookupGameServer, noDelay: true });
  // The reader receives errors as well, and errors after the last packet do not matter.
  socket.on('error', () => undefined);
  socket.once('lookup', () => (isResolved = true));
  try {
    // Proxies choose the server by the name that players enter.
    const handshake = encodePacket(
      packetIds.handshake,
      encodeVarint(-1),
      encodeText(enteredHost),
      encodeUint16(port),
      encodeVarint(1),
    );
    socket.write(Buffer.concat([handshake, encodePacket(packetIds.status)]));
    const reader = new PacketReader(socket);
    const status = parseStatus(readText(await reader.read(maxStatusBytes)));
    return { ...status, latencyMs: await measureLatency(socket, reader) };
  } catch (error) {
    throw signal.aborted && !isResolved ? new NotResolved() : error;
  } finally {
    socket.destroy();
  }
}

/** Some servers do not respond to the second packet. */
async function measureLatency(socket: Socket, reader: PacketReader): Promise<number | null> {
  const payload = randomBytes(8);
  const timer = setTimeout(() => socket.destroy(), pongTimeoutMs);
  const startedAt = performance.now();
  socket.write(encodePacket(packetIds.ping, payload));
  try {
    const pong = await reader.read(maxPongBytes);
    return pong.subarray(1).equals(payload) ? Math.round(performance.now() - startedAt) : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function parseStatus(json: string): Omit<GameStatus, 'latencyMs'> {
  const status = toObject(parseJson(json));
  if (!status) throw new StatusUnknown('The status is not a JSON object');
  const players = toObject(status['players']);
  return {
    players: readCount(players?.['online']),
    maxPlayers: readCount(players?.['max']),
    version: readVersion(toObject(status['version'])?.['name']),
    description: readDescription(status['description']),
    icon: readIcon(status['favicon']),
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new StatusUnknown('The status is not JSON');
  }
}

const toObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

/** Older servers insert line breaks into the encoded picture. */
const readIcon = (value: unknown): Buffer | null =>
  typeof value === 'string' && value.startsWith(pngPrefix)
    ? Buffer.from(value.slice(pngPrefix.length).replaceAll('\n', ''), 'base64')
    : null;

function readText(packet: Buffer): string {
  const { value: id, end: start } = readVarint(packet, 0);
  if (id !== packetIds.status) throw new StatusUnknown('The response is another packet');
  const { value: length, end } = readVarint(packet, start);
  if (length !== packet.length - end) throw new StatusUnknown('The length of the status is wrong');
  return packet.toString('utf8', end);
}

function readVarint(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 5; index++) {
    const byte = bytes[start + index];
    if (byte === undefined) break;
    value |= (byte & 0x7f) << (7 * index);
    if (byte < 0x80) return { value, end: start + index + 1 };
  }
  throw new StatusUnknown('A number in the response is invalid');
}

function encodeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value >>> 0;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

function encodeText(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([encodeVarint(bytes.length), bytes]);
}

const encodeUint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

function encodePacket(id: number, ...fields: Buffer[]): Buffer {
  const content = Buffer.concat([encodeVarint(id), ...fields]);
  return Buffer.concat([encodeVarint(content.length), content]);
}
