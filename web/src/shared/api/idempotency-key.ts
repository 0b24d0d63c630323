/**
 * Unchanged content reuses its key after an unknown outcome; other content, or the same after `done`, is a new action.
 */
export interface IdempotencyKey {
  (content: unknown): string;
  done: () => void;
}

export function createIdempotencyKey(): IdempotencyKey {
  let last: { content: string; key: string } | null = null;
  const keyOf = (content: unknown) => {
    const written = JSON.stringify(content);
    if (!last || last.content !== written) last = { content: written, key: crypto.randomUUID() };
    return last.key;
  };
  return Object.assign(keyOf, { done: () => void (last = null) });
}
