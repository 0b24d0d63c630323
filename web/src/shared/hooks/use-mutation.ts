import { useRef, useState } from 'react';
import { createId } from '../create-id.js';
import { ApiError, getMessage } from '../api/api.js';

export interface Mutation<Content = unknown> {
  busy: boolean;
  pending: Content | null;
  fault: string | null;
  field: string | null;
  changed: boolean;
  /**
   * Runs one write at a time. Unchanged `content` reuses its idempotency key until the write succeeds.
   * @param otherwise the fallback if the server sends no message
   * @returns whether the write succeeded
   */
  run: (content: Content, write: (key: string) => Promise<unknown>, otherwise?: string) => Promise<boolean>;
  setFault: (fault: string | null) => void;
}

interface Options {
  /** Called to reload the subject if it has changed or no longer exists. */
  onStale?: () => unknown;
  onFailed?: (message: string) => void;
}

interface State<Content> {
  pending: { content: Content } | null;
  fault: string | null;
  error: unknown;
}

/** `otherwise` is the fallback if the server sends no message. */
export function useMutation<Content = unknown>(otherwise: string, options: Options = {}): Mutation<Content> {
  const [{ pending, fault, error }, setState] = useState<State<Content>>({ pending: null, fault: null, error: null });
  const last = useRef<{ content: string; key: string } | null>(null);
  const isBusy = useRef(false);
  async function run(content: Content, write: (key: string) => Promise<unknown>, message = otherwise) {
    if (isBusy.current) return false;
    isBusy.current = true;
    const serializedContent = JSON.stringify(content);
    const key = last.current?.content === serializedContent ? last.current.key : createId();
    last.current = { content: serializedContent, key };
    setState({ pending: { content }, fault: null, error: null });
    try {
      await write(key);
      last.current = null;
      setState({ pending: null, fault: null, error: null });
      return true;
    } catch (failure) {
      const faultText = getMessage(failure, message);
      options.onFailed?.(faultText);
      setState({ pending: null, fault: faultText, error: failure });
      if (isStale(failure)) options.onStale?.();
      return false;
    } finally {
      isBusy.current = false;
    }
  }
  const refusal = error instanceof ApiError ? error : null;
  return {
    busy: pending !== null,
    pending: pending && pending.content,
    fault,
    field: refusal?.field ?? null,
    changed: refusal?.code === 'changed-since',
    run,
    setFault: (text) => setState({ pending: null, fault: text, error: null }),
  };
}

/** Returns whether the page is outdated: not found, conflict, changed since, or a role that no longer exists. */
function isStale(error: unknown): boolean {
  return error instanceof ApiError && ([404, 409, 412].includes(error.status) || error.code === 'role-unknown');
}
