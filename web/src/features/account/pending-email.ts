import { forget, store, readStored } from '../../shared/browser/storage.js';

const key = 'registered';
/** Matches the lifetime of the server's cookie. */
const lifetimeMs = 3_600_000;

/** Remembers only the address. The right to change it is in an HttpOnly cookie. */
export function rememberPending(email: string): void {
  store(key, JSON.stringify({ email, until: Date.now() + lifetimeMs }));
}

/** Returns null, and deletes the entry, once the lifetime has passed. */
export function readPendingEmail(): string | null {
  const { email, until } = parsePending(readStored(key) ?? '');
  if (typeof email === 'string' && typeof until === 'number' && until > Date.now()) return email;
  forgetPending();
  return null;
}

export function forgetPending(): void {
  forget(key);
}

function parsePending(text: string): { email?: unknown; until?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
