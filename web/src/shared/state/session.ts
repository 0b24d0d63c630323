import { guest, type Actor } from '@guildhall/domain/permissions.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { SessionEnd } from '../../live/connection.js';
import { scheduleReload } from '../../live/schedule-reload.js';
import { get } from '../api/api.js';
import { store, stored } from '../browser/storage.js';

interface SessionState {
  /** Undefined until the server has identified the person; null for a guest. */
  user: Me | null | undefined;
  /** Why the session ended, unless the person logged out here; null once it has been read. */
  ended: SessionEnd | null;
}

export const useSession = create<SessionState>(() => ({ user: undefined, ended: null }));

let failures = 0;
let stopWaiting = () => {};

let asked = 0;
let reportedEnd: SessionEnd | null = null;
let leaving = false;

const storedAs = 'person';
const nameOf = (user: Me | null): string => String(user?.id ?? '');

// Notifies the browser's other pages when the person changes.
useSession.subscribe(({ user }, before) => {
  if (user !== undefined && user !== before.user) store(storedAs, nameOf(user));
});

/** Whether this page still shows another person's data because they logged out on another page. */
export function isOfAnotherPerson(): boolean {
  const { user } = useSession.getState();
  return user !== undefined && (stored(storedAs) ?? '') !== nameOf(user);
}

/** Identifies the person; retries until there is a response. */
export async function loadSession(): Promise<void> {
  stopWaiting();
  const mine = ++asked;
  try {
    const { user } = (await get<{ user: Me | null }>('/me')).body;
    failures = 0;
    if (mine === asked) take(user);
  } catch {
    if (mine !== asked) return;
    stopWaiting = scheduleReload(() => void loadSession(), ++failures);
  }
}

/** Handles the end of a session of this browser; another page may have started a new one. */
export function sessionEnded(why: SessionEnd): void {
  reportedEnd = why;
  void loadSession();
}

function take(user: Me | null): void {
  if (user) return setUser(user);
  const hasEnded = Boolean(useSession.getState().user) && !leaving;
  useSession.setState(hasEnded ? { user, ended: reportedEnd ?? 'logged-out' } : { user });
}

/** Sets the person after their own action here. */
export function setUser(user: Me | null): void {
  asked++;
  reportedEnd = null;
  useSession.setState({ user, ended: null });
}

/** Suppresses the report that the session ended while the person is logging out. */
export async function runWhileLeaving<Done>(act: () => Promise<Done>): Promise<Done> {
  leaving = true;
  try {
    return await act();
  } finally {
    leaving = false;
  }
}

/**
 * Calls `act` when the person changes, so that data loaded for the last one is not shown. @returns a function that
 * stops it
 */
export function onUserChange(act: () => void): () => void {
  return useSession.subscribe(({ user }, before) => {
    if (before.user !== undefined && user?.id !== before.user?.id) act();
  });
}

/** Runs a continuous task and restarts it when the person changes. @returns a function that stops it */
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

/** Converts the person to the form that the domain's rules expect. */
function actorOf(user: Me | null | undefined): Actor {
  return user ? { userId: user.id, roleId: user.role_id, keys: new Set(user.permissions) } : guest;
}

export function useActor(): Actor {
  const user = useSession((state) => state.user);
  return useMemo(() => actorOf(user), [user]);
}
