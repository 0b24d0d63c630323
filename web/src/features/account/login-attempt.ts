import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';
import { ApiError, messageOf, send } from '../../shared/api/api.js';
import { texts } from './texts.js';

/** Delays required by the specification. */
export const delaysMs = { loginRedirect: 600, loginError: 500, logoutRedirect: 1_600 } as const;

export function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/** `email_or_username`, `password`, and with two-step login a `code` from the app or a recovery code. */
export type Credentials = Record<string, string>;

export interface LoginFailure {
  message: string;
  /** A code from the table of refusals; null if the server sent none. */
  code: string | null;
  ban: Ban | null;
}

/** `token` is valid for one appeal. */
export interface Ban {
  reason: string | null;
  until: string | null;
  token: string;
}

export async function tryLogin(body: Credentials): Promise<{ user: Me } | LoginFailure> {
  try {
    const { user } = (await send<{ user?: Me | null }>('POST', '/login', crypto.randomUUID(), body)).body;
    return user ? { user } : { message: texts.unknownError, code: null, ban: null };
  } catch (error) {
    const refused = error instanceof ApiError ? error : null;
    return {
      message: messageOf(error, texts.unknownError),
      code: refused?.code ?? null,
      ban: refused?.response ? banIn(refused.response) : null,
    };
  }
}

function banIn({ reason = null, until = null, appeal_token }: RefusalResponse): Ban | null {
  return appeal_token === undefined ? null : { reason, until, token: appeal_token };
}

/** Reads the ban that a refused login passed to the appeal in the history's state, never in the address. */
export function banInState(state: unknown): Ban | null {
  if (typeof state !== 'object' || state === null) return null;
  const { token, reason, until } = state as Partial<Record<keyof Ban, unknown>>; // each is checked below
  if (typeof token !== 'string') return null;
  return { token, reason: textOrNull(reason), until: textOrNull(until) };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
