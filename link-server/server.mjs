// @ts-check
import { createServer } from 'node:net';
import { authenticate, AuthenticationUnavailable, NotAuthenticated, offlineUuid } from './authentication.mjs';
import { BadFrame, byteArray, frame, readPackets } from './frames.mjs';
import { SiteUnavailable, TooManyCalls } from './guildhall.mjs';
import { texts } from './texts.mjs';

const maxConnections = 200;
const maxConnectionsPerAddress = 5;
/** A player needs two or three frames, and the encryption response is the largest. */
const maxReceivedBytes = 4_096;
const connectionTimeoutMs = 20_000;
const loginsPerMinute = 10;
const minuteMs = 60_000;
const maxCountedAddresses = 10_000;
/** Minecraft 1.8. Earlier versions write the lengths of byte arrays differently. */
const minProtocol = 47;

/**
 * @typedef {{
 *   sessionUrl: string | null,
 *   linkPage: string,
 *   requestCode: ReturnType<typeof import('./guildhall.mjs').createCodeRequests>,
 *   log: (message: string) => void,
 * }} Options
 * @typedef {AsyncGenerator<{ id: number, reader: import('./frames.mjs').PacketReader }>} Packets
 */

/** @param {Options} options */
export function createLinkServer(options) {
  /** @type {Map<string, number>} */
  const open = new Map();
  const logins = new LoginCounts();
  const server = createServer((socket) => {
    const address = toNetwork(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > maxConnectionsPerAddress) return void socket.destroy();
    open.set(address, count);
    const deadline = setTimeout(() => socket.destroy(), connectionTimeoutMs);
    socket.once('close', () => {
      clearTimeout(deadline);
      const rest = (open.get(address) ?? 1) - 1;
      if (rest > 0) open.set(address, rest);
      else open.delete(address);
    });
    socket.on('error', () => socket.destroy());
    void serve(socket, options, () => logins.take(address)).catch((/** @type {Error} */ error) => {
      if (!(error instanceof BadFrame) && !socket.destroyed) options.log(`a connection failed: ${error.message}`);
      socket.destroy();
    });
  });
  server.maxConnections = maxConnections;
  return server;
}

/** Someone with an IPv6 address usually controls the rest of its network too. @param {string} address */
function toNetwork(address) {
  if (!address.includes(':') || address.includes('.')) return address;
  const [start = '', end] = address.split('::');
  const groups = start.split(':').filter(Boolean);
  const missing = end === undefined ? 0 : 8 - groups.length - end.split(':').filter(Boolean).length;
  return [...groups, ...Array(missing).fill('0'), ...(end ?? '').split(':')].slice(0, 4).join(':');
}

/** Counts each address's logins in the current minute. */
class LoginCounts {
  /** @type {Map<string, number>} */
  #counts = new Map();
  #minute = 0;

  /** @param {string} address */
  take(address) {
    const minute = Math.floor(Date.now() / minuteMs);
    if (minute !== this.#minute || this.#counts.size >= maxCountedAddresses) this.#counts.clear();
    this.#minute = minute;
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    return count <= loginsPerMinute;
  }
}

/** @param {import('node:net').Socket} socket */
async function* readLimited(socket) {
  let receivedBytes = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    receivedBytes += chunk.length;
    if (receivedBytes > maxReceivedBytes) throw new BadFrame('too many bytes');
    yield chunk;
  }
}

/**
 * @param {import('node:net').Socket} socket
 * @param {Options} options
 * @param {() => boolean} mayLogIn
 */
async function serve(socket, options, mayLogIn) {
  const packets = readPackets(readLimited(socket));
  const handshake = await receive(packets, 0);
  const protocol = handshake.varInt();
  handshake.string();
  handshake.take(2);
  if (handshake.varInt() === 1) await sendStatus(socket, packets, protocol);
  else await logIn(socket, packets, { protocol, mayLogIn, ...options });
  await packets.return(undefined);
  // Keep reading so that the client receives everything before the connection is closed.
  socket.resume().end();
}

/** @param {Packets} packets @param {number} id */
async function receive(packets, id) {
  const { done, value } = await packets.next();
  if (done || value.id !== id) throw new BadFrame('an unexpected packet');
  return value.reader;
}

/**
 * Responds to the server list with the client's own version, because every version since 1.8 can join.
 * @param {import('node:net').Socket} socket
 * @param {Packets} packets
 * @param {number} protocol
 */
async function sendStatus(socket, packets, protocol) {
  await receive(packets, 0);
  const status = {
    version: { name: '1.8 or later', protocol: Math.max(protocol, minProtocol) },
    players: { max: 1, online: 0 },
    description: { text: texts.description },
  };
  socket.write(frame(0, byteArray(JSON.stringify(status))));
  const ping = await packets.next();
  if (!ping.done && ping.value.id === 1) socket.write(frame(1, ping.value.reader.take(8)));
}

/**
 * @param {import('node:net').Socket} socket
 * @param {Packets} packets
 * @param {Options & { protocol: number, mayLogIn: () => boolean }} login
 */
async function logIn(socket, packets, login) {
  const { protocol, sessionUrl, mayLogIn } = login;
  const name = (await receive(packets, 0)).string();
  if (!/^[A-Za-z0-9_]{1,16}$/.test(name)) throw new BadFrame('not a name');
  /** @type {(bytes: Buffer) => Buffer} */
  let encrypt = (bytes) => bytes;
  /** @param {string} text */
  const disconnect = (text) => socket.write(encrypt(frame(0, byteArray(JSON.stringify({ text })))));
  if (protocol < minProtocol) return disconnect(texts.oldVersion);
  if (!mayLogIn()) return disconnect(texts.tooMany);
  let profile = () => Promise.resolve({ uuid: offlineUuid(name), name });
  if (sessionUrl) {
    const send = (/** @type {Buffer} */ bytes) => void socket.write(bytes);
    ({ encrypt, profile } = await authenticate({ name, protocol, sessionUrl }, send, () => receive(packets, 1)));
  }
  return disconnect(await composeMessage(profile, login));
}

/**
 * @param {() => Promise<{ uuid: string, name: string }>} readProfile
 * @param {Options} options
 */
async function composeMessage(readProfile, { sessionUrl, linkPage, requestCode, log }) {
  try {
    const profile = await readProfile();
    const account = { edition: 'java', login_mode: sessionUrl ? 'online' : 'offline', ...profile };
    const { code, member } = await requestCode(/** @type {any} */ (account));
    return member ? texts.linked(member.username) : texts.code(String(code), linkPage);
  } catch (error) {
    if (error instanceof NotAuthenticated) return texts.notAuthenticated;
    if (error instanceof AuthenticationUnavailable) return texts.authenticationUnavailable;
    if (error instanceof TooManyCalls) return texts.tooMany;
    if (!(error instanceof SiteUnavailable)) throw error;
    log(`the site did not give a code: ${error.message}`);
    return texts.siteUnavailable;
  }
}
