import { changeResponse } from '../../../queries/use-response.js';
import { endOtherSessions, endSession, type SessionRow } from '../shared/api.js';

/** The places where the member is logged in. */
export const sessionsAddress = '/sessions';

export async function end(id: string, key: string): Promise<void> {
  await endSession(id, key);
  changeResponse<SessionRow[]>(sessionsAddress, (rows) => rows.filter((session) => session.id !== id));
}

/** @returns how many have ended. @throws what the call threw */
export async function endOthers(key: string): Promise<number> {
  const ended = await endOtherSessions(key);
  changeResponse<SessionRow[]>(sessionsAddress, (rows) => rows.filter(({ current }) => current));
  return ended;
}

/** This one first, then the one that was used last. */
export function inOrder(sessions: readonly SessionRow[]): SessionRow[] {
  return [...sessions].sort(
    (one, other) => Number(other.current) - Number(one.current) || other.used_at.localeCompare(one.used_at),
  );
}
