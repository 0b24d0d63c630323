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
  /** Why the person's session ended, unless they logged out here; null once it has been read. */
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

// Other pages of this browser learn from it at once who the person is now.
useSession.subscribe(({ user }, before) => {
  if (user !== undefined && user !== before.user) store(storedAs, nameOf(user));
});

/** Whether this page still shows what another person was shown: they logged out on another page of this browser. */
export function isOfAnotherPerson(): boolean {
  const { user } = useSession.getState();
  return user !== undefined && (stored(storedAs) ?? '') !== nameOf(user);
}

/** Fetches who the person is; retries while there is no response. */
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

/** A session of this browser has ended; another page may have started a new one. */
export function sessionEnded(why: SessionEnd): void {
  reportedEnd = why;
  void loadSession();
}

function take(user: Me | null): void {
  if (user) return setUser(user);
  const hasEnded = Boolean(useSession.getState().user) && !leaving;
  useSession.setState(hasEnded ? { user, ended: reportedEnd ?? 'logged-out' } : { user });
}

/** The current person, after their own action here. */
export function setUser(user: Me | null): void {
  asked++;
  reportedEnd = null;
  useSession.setState({ user, ended: null });
}

/** Ends the session at the person's own request: until then its end need not be reported. */
export async function runWhileLeaving<Done>(act: () => Promise<Done>): Promise<Done> {
  leaving = true;
  try {
    return await act();
  } finally {
    leaving = false;
  }
}

/**
 * Called when the person changes: what was read for the last one must not be shown.
 * @returns a function that stops it
 */
export function onUserChange(act: () => void): () => void {
  return useSession.subscribe(({ user }, before) => {
    if (before.user !== undefined && user?.id !== before.user?.id) act();
  });
}

/**
 * Runs something continuous, restarted for each person.
 * @returns a function that stops it
 */
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

/** The person in the form that the domain's rules take. */
function actorOf(user: Me | null | undefined): Actor {
  return user ? { userId: user.id, roleId: user.role_id, keys: new Set(user.permissions) } : guest;
}

export function useActor(): Actor {
  const user = useSession((state) => state.user);
  return useMemo(() => actorOf(user), [user]);
}
