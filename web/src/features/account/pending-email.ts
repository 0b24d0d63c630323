import { forget, store, stored } from '../../shared/browser/storage.js';

const key = 'registered';
/** Equals the lifetime of the server's cookie. */
const lifetimeMs = 3_600_000;

/** Only remembers the address; the right to change it is in an HttpOnly cookie. */
export function rememberPending(email: string): void {
  store(key, JSON.stringify({ email, until: Date.now() + lifetimeMs }));
}

/** Returns null, and deletes the entry, once the lifetime has passed. */
export function pendingEmail(): string | null {
  const { email, until } = parsed(stored(key) ?? '');
  if (typeof email === 'string' && typeof until === 'number' && until > Date.now()) return email;
  forgetPending();
  return null;
}

export function forgetPending(): void {
  forget(key);
}

function parsed(text: string): { email?: unknown; until?: unknown } {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}
