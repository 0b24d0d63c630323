import { create } from 'zustand';
import { wordsOf } from '../../../shared/api/api.js';
import { endOtherSessions, endSession, getSessions, type SessionRow } from '../shared/api.js';
import { texts } from '../shared/texts.js';

interface SessionsState {
  status: 'loading' | 'ready' | 'failed';
  /** This one first, then the one that was used last. */
  sessions: SessionRow[];
}

export const useSessions = create<SessionsState>(() => ({ status: 'loading', sessions: [] }));

/** Asks where one is logged in. @returns the end of it: an answer after it is not shown */
export function openSessions(): () => void {
  let closed = false;
  useSessions.setState({ status: 'loading', sessions: [] });
  getSessions().then(
    (sessions) => closed || useSessions.setState({ status: 'ready', sessions: inOrder(sessions) }),
    () => closed || useSessions.setState({ status: 'failed' }),
  );
  return () => {
    closed = true;
  };
}

/** @returns null when it has ended, else the words for why not */
export async function end(id: string, key: string): Promise<string | null> {
  try {
    await endSession(id, key);
    useSessions.setState(({ sessions }) => ({ sessions: sessions.filter((session) => session.id !== id) }));
    return null;
  } catch (error) {
    return wordsOf(error, texts.endFailed);
  }
}

/** @returns how many have ended. @throws what the call threw */
export async function endOthers(key: string): Promise<number> {
  const ended = await endOtherSessions(key);
  useSessions.setState(({ sessions }) => ({ sessions: sessions.filter(({ current }) => current) }));
  return ended;
}

function inOrder(sessions: readonly SessionRow[]): SessionRow[] {
  return [...sessions].sort(
    (one, other) => Number(other.current) - Number(one.current) || other.used_at.localeCompare(one.used_at),
  );
}
