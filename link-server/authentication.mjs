// @ts-check
import {
  constants,
  createCipheriv,
  createHash,
  generateKeyPairSync,
  privateDecrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { BadFrame, byteArray, frame } from './frames.mjs';

/** Minecraft's clients require this length. The key only has to resist attacks for the few seconds of a login. */
const keyBits = 1_024;
const secretBytes = 16;
const timeoutMs = 5_000;
/** From this version on, the encryption request says whether the client must authenticate. */
const protocolWithFlag = 766;
/** In these versions, players with a chat key sign the token instead of encrypting it. */
const signingProtocols = new Set([759, 760]);

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: keyBits });
const publicKeyBytes = publicKey.export({ type: 'spki', format: 'der' });

export class NotAuthenticated extends Error {}
export class AuthenticationUnavailable extends Error {}

/** @param {Buffer} bytes */
function decrypt(bytes) {
  try {
    return privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, bytes);
  } catch {
    throw new BadFrame('cannot be decrypted');
  }
}

/**
 * Checks the client's login with Minecraft's session servers, as a game server in online mode does.
 * @param {{ name: string, protocol: number, sessionUrl: string }} login
 * @param {(bytes: Buffer) => void} send
 * @param {() => Promise<import('./frames.mjs').PacketReader>} receive
 */
export async function authenticate({ name, protocol, sessionUrl }, send, receive) {
  const token = randomBytes(4);
  const flag = protocol >= protocolWithFlag ? [Buffer.from([1])] : [];
  send(frame(1, byteArray(''), byteArray(publicKeyBytes), byteArray(token), ...flag));
  const response = await receive();
  const secret = decrypt(response.byteArray());
  if (secret.length !== secretBytes) throw new BadFrame('the secret has a wrong length');
  // A signed token needs no check, because the profile already depends on the secret and our key.
  const isEncrypted = !signingProtocols.has(protocol) || response.boolean();
  if (isEncrypted) {
    const receivedToken = decrypt(response.byteArray());
    if (receivedToken.length !== token.length || !timingSafeEqual(receivedToken, token))
      throw new BadFrame('wrong token');
  }
  const cipher = createCipheriv('aes-128-cfb8', secret, secret);
  /** @param {Buffer} bytes */
  const encrypt = (bytes) => cipher.update(bytes);
  return { encrypt, profile: () => readProfile(sessionUrl, name, computeServerHash(secret)) };
}

/** @param {Buffer} secret */
function computeServerHash(secret) {
  const hash = createHash('sha1').update(secret).update(publicKeyBytes).digest('hex');
  return BigInt.asIntN(160, BigInt(`0x${hash}`)).toString(16);
}

/**
 * @param {string} sessionUrl
 * @param {string} name
 * @param {string} serverHash
 */
async function readProfile(sessionUrl, name, serverHash) {
  const address = new URL('session/minecraft/hasJoined', sessionUrl);
  address.search = new URLSearchParams({ username: name, serverId: serverHash }).toString();
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' }).catch(
    () => null,
  );
  if (!response || response.status >= 500 || response.status === 429) throw new AuthenticationUnavailable();
  /** @type {{ id?: unknown, name?: unknown } | null} */
  const profile = response.status === 200 ? await response.json().catch(() => null) : null;
  const id = String(profile?.id).replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(id) || typeof profile?.name !== 'string') throw new NotAuthenticated();
  return { uuid: withDashes(id), name: profile.name };
}

/** @param {string} hex */
const withDashes = (hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * The UUID that game servers in offline mode derive from a name.
 * @param {string} name
 */
export function offlineUuid(name) {
  const hash = createHash('md5').update(`OfflinePlayer:${name}`).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x30, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return withDashes(hash.toString('hex'));
}
