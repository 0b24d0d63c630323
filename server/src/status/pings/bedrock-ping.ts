import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { readDescription } from './description.js';
import { readCount, readVersion, StatusUnknown, type GameStatus } from './game-status.js';
import { resolveGameServer, type PingTarget } from './target-address.js';

const defaultPort = 19_132;
const magic = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex');
const pongId = 0x1c;
const textLengthAt = 33;
const textAt = 35;
/** A datagram may be lost. */
const repeatMs = 1_000;
const maxInvalidDatagrams = 20;

/** Pings a Bedrock server with RakNet's unconnected ping. */
export async function pingBedrock({ host, port }: PingTarget, signal: AbortSignal): Promise<GameStatus> {
  const { address, family } = await resolveGameServer(host, signal);
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  let repeatTimer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<GameStatus>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      socket.on('error', reject);
      const send = sendPings(socket, resolve, reject);
      socket.once('connect', () => {
        send();
        repeatTimer = setInterval(send, repeatMs);
      });
      // Without a callback, a failure is emitted as an error. A connected socket receives only from this address.
      socket.connect(port ?? defaultPort, address);
    });
  } finally {
    clearInterval(repeatTimer);
    socket.close();
  }
}

/** @returns a function that sends one ping */
function sendPings(socket: Socket, resolve: (status: GameStatus) => void, reject: (error: Error) => void): () => void {
  const sentAt = new Map<string, number>();
  let invalidDatagrams = 0;
  socket.on('message', (datagram) => {
    const pingedAt = sentAt.get(datagram.toString('hex', 1, 9));
    const text = pingedAt === undefined ? null : readPong(datagram);
    if (pingedAt !== undefined && text !== null)
      resolve({ ...parseStatus(text), latencyMs: Math.round(performance.now() - pingedAt) });
    else if (++invalidDatagrams > maxInvalidDatagrams) reject(new StatusUnknown('The server sends other datagrams'));
  });
  return () => {
    const time = randomBytes(8);
    sentAt.set(time.toString('hex'), performance.now());
    // The socket emits failures as errors.
    socket.send(Buffer.concat([Buffer.from([1]), time, magic, randomBytes(8)]));
  };
}

function readPong(datagram: Buffer): string | null {
  if (datagram.length < textAt || datagram[0] !== pongId || !datagram.subarray(17, textLengthAt).equals(magic))
    return null;
  const end = textAt + datagram.readUInt16BE(textLengthAt);
  const text = datagram.toString('utf8', textAt, end);
  return end <= datagram.length && /^MC[PE]E;/.test(text) ? text : null;
}

/** Servers omit fields at the end. */
function parseStatus(text: string): Omit<GameStatus, 'latencyMs'> {
  const [, title = '', , version, online, max, , subtitle = ''] = text.split(/(?<!\\);/);
  return {
    players: readCount(toNumber(online)),
    maxPlayers: readCount(toNumber(max)),
    version: readVersion(version),
    description: readDescription([title, subtitle].filter((line) => line !== '').join('\n§r')),
    icon: null,
  };
}

const toNumber = (digits: string | undefined): number | null =>
  /^\d{1,10}$/.test(digits ?? '') ? Number(digits) : null;
