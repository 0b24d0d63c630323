import { useState } from 'react';

/** Returns the key of what is sent. `done`: it has been done; the same content again is another action. */
export interface IdempotencyKey {
  (content: unknown): string;
  done: () => void;
}

export function createIdempotencyKey(): IdempotencyKey {
  let last: { content: string; key: string } | null = null;
  const keyOf = (content: unknown) => {
    const written = JSON.stringify(content);
    if (last?.content !== written) last = { content: written, key: crypto.randomUUID() };
    return last.key;
  };
  return Object.assign(keyOf, { done: () => void (last = null) });
}

/**
 * The idempotency key of a form: one for each action. Resent unchanged after an unknown outcome it is the same action
 * and keeps its key; with other content, or after it was done, it is another.
 */
export function useIdempotencyKey(): IdempotencyKey {
  const [keyOf] = useState(createIdempotencyKey);
  return keyOf;
}
