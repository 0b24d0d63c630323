import { useRef } from 'react';

/**
 * The idempotency key of a form: one for each thing that is sent. Sent again unchanged after an unknown outcome it is
 * the same act and keeps its key; with other words it is another.
 */
export function useActKey(): (content: unknown) => string {
  const last = useRef<{ content: string; key: string } | null>(null);
  return (content) => {
    const written = JSON.stringify(content);
    if (last.current?.content !== written) last.current = { content: written, key: crypto.randomUUID() };
    return last.current.key;
  };
}
