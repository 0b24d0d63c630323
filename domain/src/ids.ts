import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Prefers Node's implementation, which is six times as fast. The browser's own is asynchronous and requires HTTPS. */
const hashText: (text: string) => string = findNativeSha256() ?? ((text) => bytesToHex(sha256(utf8ToBytes(text))));

interface NodeProcess {
  process?: { getBuiltinModule?: (name: string) => { hash?: (algorithm: string, text: string) => string } };
}

function findNativeSha256(): ((text: string) => string) | null {
  const hash = (globalThis as NodeProcess).process?.getBuiltinModule?.('node:crypto').hash;
  return hash ? (text) => hash('sha256', text) : null;
}

/**
 * Returns 64 hex digits. They are the same in the browser and on the server so that every server recognises a retry.
 */
export function deriveCommandId(actorId: string, call: string, key: string): string {
  return hashText(`${actorId}\n${call}\n${key}`);
}

/** Returns the first 53 bits of the command id, which is a safe JavaScript integer. */
export function deriveAggregateId(commandId: string): number {
  const highBits = Number.parseInt(commandId.slice(0, 8), 16);
  const lowBits = Number.parseInt(commandId.slice(8, 14), 16) >>> 3;
  return highBits * 2 ** 21 + lowBits;
}

/** Returns a UUID that is the same for a repeated append. */
export function deriveEventId(commandId: string, stream: string, index: number): string {
  const hex = hashText(`${commandId}\n${stream}\n${index}`);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

export const systemActor = 'system';
