import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { onConnect } from '../../../live/connection.js';
import { ApiError, isTransient, getMessage, NetworkError, send } from '../../../shared/api/api.js';
import { warnBeforeLeaving } from '../../../shared/browser/leave-warning.js';
import { preferenceChanges } from '../../../shared/state/own-changes.js';
import { useSession } from '../../../shared/state/session.js';
import { forget, onStoredElsewhere, store, readStored, listStoredKeys } from '../../../shared/browser/storage.js';
import { removePending, getStorageKey, storagePrefix, useOutbox, type PendingReply } from './pending-replies.js';
import { texts } from '../composer/texts.js';

interface SendState {
  isSending: boolean;
  failures: number;
  cancelRetry: () => void;
}

const useSending = create<SendState>(() => ({ isSending: false, failures: 0, cancelRetry: () => {} }));

const retryDelaysMs = [2_000, 5_000, 15_000, 30_000];
const minRetryDelayMs = 5_000;
const isUnsent = ({ state }: PendingReply): boolean => state !== 'sent';

onConnect(sendAfterReturn);
useSession.subscribe(() => void flush());
useOutbox.subscribe(({ entries }) => warnBeforeLeaving('outbox', entries.some(isUnsent)));
if (typeof window !== 'undefined') {
  window.addEventListener('online', sendAfterReturn);
  // Another tab that resumed the same reply has sent or withdrawn it.
  onStoredElsewhere((key, value) => {
    if (value === null && key.startsWith(storagePrefix)) removePending([Number(key.slice(storagePrefix.length))]);
  });
}

/** A queued reply survives reloads and is posted exactly once, regardless of the number of attempts. */
export function queueReply(entry: PendingReply): void {
  useOutbox.setState((outbox) => void outbox.entries.push(entry));
  store(getStorageKey(entry.id), JSON.stringify(entry));
  void flush();
}

/** Resends the reply with the same key. If the target was deleted, the reply is posted to the thread. */
export function retry({ id, targetGone }: PendingReply): void {
  update(id, { state: 'sending', reason: null, ...(targetGone && { replyTo: null, targetGone: false }) });
  void flush();
}

export function resumeOutbox(): void {
  const presentIds = new Set(useOutbox.getState().entries.map(({ id }) => id));
  const storedEntries = listStoredKeys(storagePrefix).flatMap((key) => parseEntry(readStored(key)));
  useOutbox.setState((outbox) => {
    for (const entry of storedEntries.sort((one, other) => one.at.localeCompare(other.at))) {
      if (presentIds.has(entry.id)) continue;
      // Refused replies wait for their author, even after a reload.
      outbox.entries.push(entry.state === 'refused' ? entry : { ...entry, state: 'sending', reason: null });
    }
  });
  void flush();
}

/** Sends one reply at a time so that two quick replies stay in order. */
async function flush(): Promise<void> {
  if (useSending.getState().isSending) return;
  useSending.setState({ isSending: true });
  try {
    for (let entry = findNextToSend(); entry; entry = findNextToSend()) await sendOne(entry);
  } finally {
    useSending.setState({ isSending: false });
  }
}

function findNextToSend(): PendingReply | undefined {
  const userId = useSession.getState().user?.id;
  return useOutbox.getState().entries.find((entry) => entry.state === 'sending' && entry.userId === userId);
}

async function sendOne(entry: PendingReply): Promise<void> {
  const { threadId: thread_id, userId: user_id, content, replyTo } = entry;
  const target = replyTo ? { reply_to: replyTo.id } : {};
  try {
    await send<WriteResponse>('POST', '/forums/posts', entry.key, { thread_id, user_id, content, ...target });
    useSending.setState({ failures: 0 });
    update(entry.id, { state: 'sent' });
    forget(getStorageKey(entry.id));
    // The author may now be watching the thread.
    preferenceChanges.notify();
  } catch (error) {
    if (isServerUnreachable(error)) return markAllWaiting();
    const reason = getMessage(error, texts.replyFailed);
    const temporary = isTemporary(error);
    const targetGone = error instanceof ApiError && error.code === 'reply-to';
    update(entry.id, { state: 'refused', reason, temporary, targetGone });
    if (isTemporary(error)) retryOnce(entry, error);
  }
}

/** A server without its stores counts as unreachable. All other refusals are shown to the author. */
const isServerUnreachable = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.code === 'unavailable');

const isTemporary = (error: unknown): error is ApiError =>
  error instanceof ApiError && (isTransient(error) || error.status === 429);

/** The connection may stay up, so that no reconnect resends the reply. */
function retryOnce({ id, isRetried = false }: PendingReply, { retryAfter }: ApiError): void {
  if (isRetried) return;
  update(id, { isRetried: true });
  const delayMs = Math.max(minRetryDelayMs, retryAfter * 1_000);
  setTimeout(() => sendAgain((entry) => entry.id === id && isTemporarilyRefused(entry)), delayMs);
}

const isTemporarilyRefused = ({ state, temporary }: PendingReply): boolean => state === 'refused' && temporary === true;

function markAllWaiting(): void {
  const { cancelRetry, failures } = useSending.getState();
  cancelRetry();
  const delayMs = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)];
  const timer = setTimeout(() => sendAgain(({ state }) => state === 'waiting'), delayMs);
  useOutbox.setState((outbox) => {
    for (const entry of outbox.entries) if (entry.state === 'sending') entry.state = 'waiting';
  });
  useSending.setState({ failures: failures + 1, cancelRetry: () => clearTimeout(timer) });
}

function sendAgain(predicate: (entry: PendingReply) => boolean): void {
  useOutbox.setState((outbox) => {
    for (const entry of outbox.entries) if (predicate(entry)) entry.state = 'sending';
  });
  void flush();
}

function sendAfterReturn(): void {
  sendAgain((entry) => entry.state === 'waiting' || isTemporarilyRefused(entry));
}

function update(id: number, changes: Partial<PendingReply>): void {
  useOutbox.setState(({ entries }) => {
    const pendingEntry = entries.find((entry) => entry.id === id);
    if (pendingEntry) Object.assign(pendingEntry, changes);
  });
  const updatedEntry = useOutbox.getState().entries.find((entry) => entry.id === id);
  if (updatedEntry) store(getStorageKey(id), JSON.stringify(updatedEntry));
}

function parseEntry(text: string | null): PendingReply[] {
  try {
    const entry: unknown = JSON.parse(text ?? 'null');
    return typeof entry === 'object' && entry !== null && 'key' in entry ? [entry as PendingReply] : [];
  } catch {
    return [];
  }
}
