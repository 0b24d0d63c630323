import { useState } from 'react';
import { useActKey } from '../../shared/act-key.js';
import { Refused, wordsOf, type Answer } from '../../shared/api.js';

export interface Act {
  busy: boolean;
  /** Why the last try failed. */
  fault: string | null;
  /**
   * Sends it, once at a time. `content` is what is sent: unchanged, it is the same act and keeps its key.
   * @returns what was answered; null where it failed
   */
  run: <Body>(content: unknown, call: (key: string) => Promise<Answer<Body>>) => Promise<Body | null>;
}

/**
 * A write of a form or a button. `otherwise`: the words where the server gives none. `stale`: what it concerns has
 * changed meanwhile, or is gone: load it again.
 */
export function useAct(otherwise: string, stale: () => void = () => {}): Act {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const keyOf = useActKey();
  async function run<Body>(content: unknown, call: (key: string) => Promise<Answer<Body>>): Promise<Body | null> {
    if (busy) return null;
    setBusy(true);
    setFault(null);
    try {
      return (await call(keyOf(content))).body;
    } catch (error) {
      setFault(wordsOf(error, otherwise));
      if (isStale(error)) stale();
      return null;
    } finally {
      setBusy(false);
    }
  }
  return { busy, fault, run };
}

/** The server knows better what there is: not found, in conflict, changed since. */
export function isStale(error: unknown): boolean {
  return error instanceof Refused && [404, 409, 412].includes(error.status);
}
