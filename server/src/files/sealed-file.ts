import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import type { OwnedFile } from '../vault/files.js';

const cipher = 'aes-256-gcm';
const [keyBytes, tagBytes] = [32, 16];
/** A constant nonce is safe because each key encrypts only a single file, in a single size. */
const nonce = new Uint8Array(12);

type SaltedFile = Pick<OwnedFile, 'ownerId' | 'salt'>;

/** An upload's smaller sizes are stored together, sealed with a key of their own. */
export type StoredSize = 'full' | 'small';

export const siteOwner = 'site';

export const parseOwner = (storedName: string): string => storedName.slice(0, storedName.indexOf('/'));

export function buildStoredName({ ownerId, salt }: SaltedFile, size: StoredSize = 'full'): string {
  const name = `${ownerId ?? siteOwner}/${createHash('sha256').update(salt).digest('hex')}`;
  return size === 'full' ? name : `${name}-${size}`;
}

export function listStoredNames(file: OwnedFile): string[] {
  return [buildStoredName(file), ...(file.picture ? [buildStoredName(file, 'small')] : [])];
}

export function sealFile(file: SaltedFile, ownerKey: Uint8Array, bytes: Uint8Array, size?: StoredSize): Uint8Array {
  const encryption = createCipheriv(cipher, deriveFileKey(file, ownerKey, size), nonce);
  return Buffer.concat([encryption.update(bytes), encryption.final(), encryption.getAuthTag()]);
}

export function openFile(
  file: SaltedFile,
  ownerKey: Uint8Array,
  sealedBytes: Uint8Array,
  size?: StoredSize,
): Uint8Array {
  const decipher = createDecipheriv(cipher, deriveFileKey(file, ownerKey, size), nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(sealedBytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealedBytes.subarray(0, -tagBytes)), decipher.final()]);
}

function deriveFileKey({ salt }: SaltedFile, ownerKey: Uint8Array, size: StoredSize = 'full'): Uint8Array {
  const purpose = size === 'full' ? 'guildhall file' : `guildhall file ${size}`;
  return new Uint8Array(hkdfSync('sha256', ownerKey, salt, purpose, keyBytes));
}
