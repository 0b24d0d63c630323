import { useState } from 'react';

/** Gives the key of what is sent. `done`: it has been done; the same once more is another act. */
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
 * The idempotency key of a form: one for each thing that is sent. Sent again unchanged after an unknown outcome it is
 * the same act and keeps its key; with other words, or after it was done, it is another.
 */
export function useIdempotencyKey(): IdempotencyKey {
  const [keyOf] = useState(createIdempotencyKey);
  return keyOf;
}
