import { guest, type Actor } from '@guildhall/domain/permissions.js';
import type { Me } from '@guildhall/domain/wire/rest.js';
import { useMemo } from 'react';
import { create } from 'zustand';
import { get } from './api.js';

interface SessionState {
  /** Undefined until the server has said who this is; null for a guest. */
  user: Me | null | undefined;
}

export const useSession = create<SessionState>(() => ({ user: undefined }));

const again = 4_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks who this is; keeps asking while there is no answer. */
export async function loadSession(): Promise<void> {
  clearTimeout(timer);
  try {
    setUser((await get<{ user: Me | null }>('/me')).body.user);
  } catch {
    timer = setTimeout(() => void loadSession(), again);
  }
}

export function setUser(user: Me | null): void {
  useSession.setState({ user });
}

/** Tells when another person is here than before: what was read for the last one is not for him. @returns the end */
export function whenPersonChanges(act: () => void): () => void {
  return useSession.subscribe(({ user }, before) => {
    if (before.user !== undefined && user?.id !== before.user?.id) act();
  });
}

/** Does something that goes on, afresh for each person. @returns the end */
export function forEachPerson(begin: () => () => void): () => void {
  let end = begin();
  const stop = whenPersonChanges(() => {
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
