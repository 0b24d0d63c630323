import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';
import { createId } from '../../shared/create-id.js';
import { ApiError, getMessage, send } from '../../shared/api/api.js';
import { getBrowserTimeZone } from '../../shared/browser/time-zone.js';
import { texts } from './texts.js';

/** The specification requires these delays. */
export const delaysMs = { loginRedirect: 600, loginError: 500, logoutRedirect: 1_600 } as const;

export function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/** The fields are `email_or_username`, `password` and, for two-step login, a `code` from the app or a recovery code. */
export type Credentials = Record<string, string>;

export interface LoginFailure {
  message: string;
  code: string | null;
  ban: Ban | null;
}

/** `token` can be used for one appeal. */
export interface Ban {
  reason: string | null;
  until: string | null;
  token: string;
}

export async function tryLogin(fields: Credentials): Promise<{ user: Me } | LoginFailure> {
  try {
    const body = { ...fields, time_zone: getBrowserTimeZone() };
    const { user } = (await send<{ user?: Me | null }>('POST', '/login', createId(), body)).body;
    return user ? { user } : { message: texts.unknownError, code: null, ban: null };
  } catch (error) {
    const refusal = error instanceof ApiError ? error : null;
    return {
      message: getMessage(error, texts.unknownError),
      code: refusal?.code ?? null,
      ban: refusal?.response ? parseBan(refusal.response) : null,
    };
  }
}

function parseBan({ reason = null, until = null, appeal_token }: RefusalResponse): Ban | null {
  return appeal_token === undefined ? null : { reason, until, token: appeal_token };
}

/** The history state contains the ban because the URL would expose its token. */
export function parseBanState(state: unknown): Ban | null {
  if (typeof state !== 'object' || state === null) return null;
  const { token, reason, until } = state as Partial<Record<keyof Ban, unknown>>;
  if (typeof token !== 'string') return null;
  return { token, reason: toTextOrNull(reason), until: toTextOrNull(until) };
}

function toTextOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
