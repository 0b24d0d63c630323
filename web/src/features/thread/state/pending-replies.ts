import { create } from 'zustand';
import { immer } from 'zustand/middleware/immer';
import { forget } from '../../../shared/browser/storage.js';
import type { ReplyTo } from '../composer/composer-text.js';

export interface PendingReply {
  /** Derived from the idempotency key, as on the server. */
  id: number;
  key: string;
  userId: number;
  threadId: number;
  content: string;
  replyTo?: ReplyTo | null;
  at: string;
  /** `waiting` replies got no response and are resent automatically. `refused` ones are resent on request. */
  state: 'sending' | 'sent' | 'waiting' | 'refused';
  reason: string | null;
  /** True if the refusal is temporary. The reply is then resent once, and again when the connection is back. */
  temporary?: boolean;
  isRetried?: boolean;
  targetGone?: boolean;
}

/** Separate from the code that sends replies, which a reader who does not reply never loads. */
export const useOutbox = create<{ entries: PendingReply[] }>()(
  immer((): { entries: PendingReply[] } => ({ entries: [] })),
);

export const storagePrefix = 'outbox.';
export const getStorageKey = (id: number): string => `${storagePrefix}${id}`;

export function removePending(ids: readonly number[]): void {
  const doneEntries = useOutbox.getState().entries.filter(({ id }) => ids.includes(id));
  if (doneEntries.length === 0) return;
  for (const { id } of doneEntries) forget(getStorageKey(id));
  useOutbox.setState((outbox) => {
    outbox.entries = outbox.entries.filter(({ id }) => !ids.includes(id));
  });
}
