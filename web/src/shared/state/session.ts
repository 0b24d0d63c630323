import { guest, type Actor } from '@guildhall/domain/permissions.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { SessionEnd } from '../../live/connection.js';
import { scheduleReload } from '../../live/schedule-reload.js';
import { get } from '../api/api.js';
import { store, readStored } from '../browser/storage.js';

interface SessionState {
  /** Undefined until the server has identified the member, and null for a guest. */
  user: Me | null | undefined;
  /** Why the session ended, unless the member logged out here. Null once it has been read. */
  sessionEnd: SessionEnd | null;
  /** The server's reason for ending the session. */
  reportedEnd: SessionEnd | null;
  isLeaving: boolean;
  /** Aborts the current request for the session and its retries. */
  request: AbortController | null;
}

export const useSession = create<SessionState>(() => ({
  user: undefined,
  sessionEnd: null,
  reportedEnd: null,
  isLeaving: false,
  request: null,
}));

const storageKey = 'person';
const getStoredName = (user: Me | null): string => String(user?.id ?? '');

// Notifies the browser's other pages when the session changes.
useSession.subscribe(({ user }, previousSession) => {
  if (user !== undefined && user !== previousSession.user) store(storageKey, getStoredName(user));
});

/** Returns true after the member has logged out on another page of this browser. */
export function isOfAnotherPerson(): boolean {
  const { user } = useSession.getState();
  return user !== undefined && (readStored(storageKey) ?? '') !== getStoredName(user);
}

/** Retries until there is a response. */
export async function loadSession(failures = 0): Promise<void> {
  const request = new AbortController();
  const { signal } = request;
  useSession.getState().request?.abort();
  useSession.setState({ request });
  try {
    const { user } = (await get<{ user: Me | null }>('/me', signal)).body;
    if (signal.aborted) return;
    if (user) return setUser(user);
    useSession.setState(({ user: previousUser, isLeaving, reportedEnd }) =>
      previousUser && !isLeaving ? { user, sessionEnd: reportedEnd ?? 'logged-out' } : { user },
    );
  } catch {
    if (signal.aborted) return;
    signal.addEventListener(
      'abort',
      scheduleReload(() => void loadSession(failures + 1), failures + 1),
    );
  }
}

/** Another page of this browser may have begun a new session in the meantime. */
export function endSession(reportedEnd: SessionEnd): void {
  useSession.setState({ reportedEnd });
  void loadSession();
}

export function setUser(user: Me | null): void {
  useSession.getState().request?.abort();
  useSession.setState({ user, sessionEnd: null, reportedEnd: null });
}

/** Suppresses the message that the session ended while the member is logging out. */
export async function runWhileLeaving<Done>(callback: () => Promise<Done>): Promise<Done> {
  useSession.setState({ isLeaving: true });
  try {
    return await callback();
  } finally {
    useSession.setState({ isLeaving: false });
  }
}

/**
 * Calls `callback` when another member or a guest takes over so that nobody sees the previous member's data.
 * @returns a function that stops listening
 */
export function onUserChange(callback: () => void): () => void {
  return useSession.subscribe(({ user }, previousSession) => {
    if (previousSession.user !== undefined && user?.id !== previousSession.user?.id) callback();
  });
}

/** Restarts a continuous task when another member or a guest takes over. @returns a function that ends the task */
export function resetOnUserChange(begin: () => () => void): () => void {
  let end = begin();
  const stop = onUserChange(() => {
    end();
    end = begin();
  });
  return () => {
    stop();
    end();
  };
}

function toActor(user: Me | null | undefined): Actor {
  return user ? { userId: user.id, roleId: user.role_id, keys: new Set(user.permissions) } : guest;
}

export function useActor(): Actor {
  const user = useSession((state) => state.user);
  return useMemo(() => toActor(user), [user]);
}
