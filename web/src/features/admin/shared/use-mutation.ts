import { useState } from 'react';
import { useIdempotencyKey } from '../../../shared/api/idempotency-key.js';
import { ApiError, messageOf, type ApiResponse } from '../../../shared/api/api.js';

type Call<Body> = (key: string) => Promise<ApiResponse<Body>>;

export interface Mutation {
  busy: boolean;
  /** Why the last try failed. */
  fault: string | null;
  /**
   * Sends it, one call at a time. `content` is what is sent: unchanged, it is the same action and keeps its key until
   * it is done. `words`: replace the mutation's own message where the server gives none.
   * @returns the response; null where it failed
   */
  run: <Body>(content: unknown, call: Call<Body>, words?: string) => Promise<Body | null>;
}

/**
 * A write of a form or a button. `otherwise`: the message where the server gives none. `stale`: its subject has changed
 * in the meantime, or no longer exists: reload it.
 */
export function useMutation(otherwise: string, stale: () => void = () => {}): Mutation {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const keyOf = useIdempotencyKey();
  async function run<Body>(content: unknown, call: Call<Body>, words = otherwise): Promise<Body | null> {
    if (busy) return null;
    setBusy(true);
    setFault(null);
    try {
      const { body } = await call(keyOf(content));
      keyOf.done();
      return body;
    } catch (error) {
      setFault(messageOf(error, words));
      if (isStale(error)) stale();
      return null;
    } finally {
      setBusy(false);
    }
  }
  return { busy, fault, run };
}

/** The page is out of date: not found, in conflict, changed since, a role that no longer exists. */
function isStale(error: unknown): boolean {
  return error instanceof ApiError && ([404, 409, 412].includes(error.status) || error.code === 'role-unknown');
}
