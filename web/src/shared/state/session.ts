import { guest, type Actor } from '@guildhall/domain/permissions.js';
import type { Me } from '@guildhall/domain/wire/schemas/accounts.js';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { SessionEnd } from '../../live/connection.js';
import { scheduleReload } from '../../live/schedule-reload.js';
import { get } from '../api/api.js';

interface SessionState {
  /** Undefined until the server has said who this is; null for a guest. */
  user: Me | null | undefined;
  /** Why who was here is not any more, where it was not he himself who left here; null once it has been read. */
  ended: SessionEnd | null;
}

export const useSession = create<SessionState>(() => ({ user: undefined, ended: null }));

let failures = 0;
let stopWaiting = () => {};

let asked = 0;
let toldEnd: SessionEnd | null = null;
let leaving = false;

/** Asks who this is; keeps asking while there is no answer. */
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

/** A session of this browser has ended; in another page a new one may have begun. */
export function sessionEnded(why: SessionEnd): void {
  toldEnd = why;
  void loadSession();
}

function take(user: Me | null): void {
  if (user) return setUser(user);
  const gone = Boolean(useSession.getState().user) && !leaving;
  useSession.setState(gone ? { user, ended: toldEnd ?? 'logged-out' } : { user });
}

/** Who is here now, by what he did here himself. */
export function setUser(user: Me | null): void {
  asked++;
  toldEnd = null;
  useSession.setState({ user, ended: null });
}

/** Ends the session by the person's own will: meanwhile he need not be told that it ends. */
export async function runWhileLeaving<Done>(act: () => Promise<Done>): Promise<Done> {
  leaving = true;
  try {
    return await act();
  } finally {
    leaving = false;
  }
}

/** Tells when another person is here than before: what was read for the last one is not for him. @returns the end */
export function onUserChange(act: () => void): () => void {
  return useSession.subscribe(({ user }, before) => {
    if (before.user !== undefined && user?.id !== before.user?.id) act();
  });
}

/** Does something that goes on, afresh for each person. @returns the end */
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

/** The person in the form in which the domain's rules take him. */
function actorOf(user: Me | null | undefined): Actor {
  return user ? { userId: user.id, roleId: user.role_id, keys: new Set(user.permissions) } : guest;
}

export function useActor(): Actor {
  const user = useSession((state) => state.user);
  return useMemo(() => actorOf(user), [user]);
}
