import { forget, store, stored } from '../../shared/browser/storage.js';

const key = 'registered';
/** As long as the cookie of the server. */
const lifetimeMs = 3_600_000;

/** Remembers which address this browser registered. The right to change it is in a cookie that no script can read. */
export function rememberPending(email: string): void {
  store(key, JSON.stringify({ email, until: Date.now() + lifetimeMs }));
}

/** The address of a registration of this browser within the hour; null without one. An older one is deleted. */
export function pendingEmail(): string | null {
  const { email, until } = parsed(stored(key) ?? '');
  if (typeof email === 'string' && typeof until === 'number' && until > Date.now()) return email;
  forgetPending();
  return null;
}

/** The address was verified, someone logged in, or the hour is over. */
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
