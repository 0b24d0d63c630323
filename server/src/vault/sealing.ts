import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export interface AuthorKey {
  readonly authorId: number;
  readonly cipherKey: KeyObject;
  readonly nonceKey: KeyObject;
}

const nonceBytes = 12;
const tagBytes = 16;

export function createAuthorKey(authorId: number, key: Uint8Array): AuthorKey {
  const deriveKey = (purpose: string) => new Uint8Array(hkdfSync('sha256', key, '', `guildhall text ${purpose}`, 32));
  let nonceKey: KeyObject | undefined;
  return {
    authorId,
    cipherKey: createSecretKey(deriveKey('cipher')),
    get nonceKey() {
      return (nonceKey ??= createSecretKey(deriveKey('nonce')));
    },
  };
}

/**
 * The format is `~<authorId>.<base64url(nonce | ciphertext | tag)>`. The nonce is derived from the text so that retries
 * produce the same bytes. The log thus reveals when an author wrote the same text twice, but not its content.
 */
export function sealText(author: AuthorKey, text: string): string {
  const prefix = buildPrefix(author.authorId);
  const nonce = createHmac('sha256', author.nonceKey).update(text, 'utf8').digest().subarray(0, nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', author.cipherKey, nonce).setAAD(Buffer.from(prefix));
  const sealedBytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return prefix + sealedBytes.toString('base64url');
}

export function openText(author: AuthorKey, sealedText: string): string {
  const prefix = buildPrefix(author.authorId);
  if (!sealedText.startsWith(prefix))
    throw new Error(`A text by author ${parseAuthor(sealedText)} cannot be decrypted as ${author.authorId}`);
  const bytes = Buffer.from(sealedText.slice(prefix.length), 'base64url');
  if (bytes.length < nonceBytes + tagBytes) throw new Error('A sealed text is truncated');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', author.cipherKey, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(prefix)).setAuthTag(bytes.subarray(-tagBytes));
  return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

export function parseAuthor(sealedText: string): number {
  const end = sealedText.indexOf('.');
  const id = sealedText.startsWith('~') ? Number(sealedText.slice(1, end)) : Number.NaN;
  if (!Number.isSafeInteger(id) || id <= 0) throw new Error('Not a sealed text');
  return id;
}

function buildPrefix(authorId: number): string {
  return `~${authorId}.`;
}
