import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import type { OwnedFile } from '../vault/files.js';

const cipher = 'aes-256-gcm';
const [keyBytes, tagBytes] = [32, 16];
/** A constant nonce is safe because each key encrypts only a single file. */
const nonce = new Uint8Array(12);

type SaltedFile = Pick<OwnedFile, 'ownerId' | 'salt'>;

export function storedName({ ownerId, salt }: SaltedFile): string {
  return `${ownerId ?? 'site'}/${createHash('sha256').update(salt).digest('hex')}`;
}

export function sealFile(file: SaltedFile, ownerKey: Uint8Array, bytes: Uint8Array): Uint8Array {
  const sealing = createCipheriv(cipher, fileKey(file, ownerKey), nonce);
  return Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()]);
}

export function openFile(file: SaltedFile, ownerKey: Uint8Array, sealed: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(cipher, fileKey(file, ownerKey), nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
}

const fileKey = ({ salt }: SaltedFile, ownerKey: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', ownerKey, salt, 'guildhall file', keyBytes));
