import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';
import { ApiError, messageOf, send } from '../../shared/api/api.js';
import { texts } from './texts.js';

/** The specification's delays. */
export const delaysMs = { loginRedirect: 600, loginError: 500, logoutRedirect: 1_600 } as const;

export function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

export interface Credentials {
  email_or_username: string;
  password: string;
  /** From the authenticator app, or a recovery code. */
  code?: string;
}

export interface LoginFailure {
  message: string;
  /** From the table of refusals; null where the server gave none. */
  code: string | null;
  /** What a banned member is shown. */
  ban: Ban | null;
}

/** A ban as reported by a refused login; `token` is for one appeal. */
export interface Ban {
  reason: string | null;
  until: string | null;
  token: string;
}

export async function tryLogin(body: Credentials): Promise<{ user: Me } | LoginFailure> {
  try {
    const { user } = (await send<{ user?: Me | null }>('POST', '/login', crypto.randomUUID(), { ...body })).body;
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

/** The ban that a refused login passed on to the appeal: by the history's state, never by the address. */
export function banInState(state: unknown): Ban | null {
  if (typeof state !== 'object' || state === null) return null;
  const { token, reason, until } = state as Partial<Record<keyof Ban, unknown>>; // each is checked below
  if (typeof token !== 'string') return null;
  return { token, reason: textOrNull(reason), until: textOrNull(until) };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
