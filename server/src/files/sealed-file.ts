import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import type { OwnedFile } from '../vault/files.js';

const cipher = 'aes-256-gcm';
const [keyBytes, tagBytes] = [32, 16];
/** Each key seals one content only, so that the nonce need not differ. */
const nonce = new Uint8Array(12);

type Salted = Pick<OwnedFile, 'ownerId' | 'salt'>;

/** What the store calls the bytes of a file: it reveals nothing about their content. */
export function storedName({ ownerId, salt }: Salted): string {
  return `${ownerId ?? 'site'}/${createHash('sha256').update(salt).digest('hex')}`;
}

/** @param ownerKey the owner's key; empty for files of the installation, which are public and never erased as a whole */
export function sealFile(file: Salted, ownerKey: Uint8Array, bytes: Uint8Array): Uint8Array {
  const sealing = createCipheriv(cipher, fileKey(file, ownerKey), nonce);
  return Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()]);
}

/** @throws where the bytes are damaged, or sealed with another key */
export function openFile(file: Salted, ownerKey: Uint8Array, sealed: Uint8Array): Uint8Array {
  const opening = createDecipheriv(cipher, fileKey(file, ownerKey), nonce, { authTagLength: tagBytes });
  opening.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([opening.update(sealed.subarray(0, -tagBytes)), opening.final()]);
}

const fileKey = ({ salt }: Salted, ownerKey: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', ownerKey, salt, 'guildhall file', keyBytes));
