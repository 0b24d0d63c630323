import type { OwnProfile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { RefusalResponse, WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { NetworkError, ApiError, send } from '../../../shared/api/api.js';

/** One of the member's own logins. Its id names it and opens nothing. */
export interface SessionRow {
  id: string;
  user_agent: string;
  created_at: string;
  /** Rounded to a quarter of an hour. */
  used_at: string;
  expires_at: string;
  current: boolean;
}

export interface TwoStepSetup {
  secret: string;
  otpauth_url: string;
}

export const ownProfileAddress = '/account/profile';

/** As a whole: what is left out is gone. */
export async function saveProfile(profile: OwnProfile, key: string): Promise<void> {
  await send('PUT', ownProfileAddress, key, { ...profile });
}

interface WithPassword {
  password: string;
  code: string;
}

export async function changeUsername(body: { username: string; password: string }, key: string): Promise<void> {
  await send('PUT', '/account/username', key, body);
}

/** @returns the server's message, as does the next one */
export async function changeEmail(body: { email: string; password: string }, key: string): Promise<string> {
  return (await send<WriteResponse>('PUT', '/account/email', key, body)).body.message ?? '';
}

export async function changePassword(body: Record<string, string>, key: string): Promise<string> {
  return (await send<WriteResponse>('POST', '/password/change', key, body)).body.message ?? '';
}

export async function setUpTwoStep(password: string, key: string): Promise<TwoStepSetup> {
  return (await send<TwoStepSetup>('POST', '/two-step/setup', key, { password })).body;
}

/** @returns the recovery codes, shown only now; as does the next one */
export async function enableTwoStep(code: string, key: string): Promise<string[]> {
  return (await send<{ recovery_codes: string[] }>('POST', '/two-step/enable', key, { code })).body.recovery_codes;
}

export async function renewRecoveryCodes(body: WithPassword, key: string): Promise<string[]> {
  const response = await send<{ recovery_codes: string[] }>('POST', '/two-step/recovery-codes', key, { ...body });
  return response.body.recovery_codes;
}

export async function disableTwoStep(body: WithPassword, key: string): Promise<void> {
  await send('POST', '/two-step/disable', key, { ...body });
}

export async function endSession(id: string, key: string): Promise<void> {
  await send('DELETE', `/sessions/${encodeURIComponent(id)}`, key);
}

/** @returns how many */
export async function endOtherSessions(key: string): Promise<number> {
  return (await send<WriteResponse & { ended: number }>('DELETE', '/sessions', key)).body.ended;
}

export interface AccountDeletion {
  password: string;
  texts: boolean;
  code?: string;
}

export async function deleteAccount(body: AccountDeletion, key: string): Promise<void> {
  await send('DELETE', '/account', key, { ...body });
}

const exportTimeoutMs = 120_000; // ms: a large archive takes long

/** The archive as a file, with the name that the server gives it. */
export async function exportAccount(): Promise<{ file: Blob; name: string }> {
  const init = { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(exportTimeoutMs) };
  try {
    const response = await fetch('/api/account/export', init);
    if (!response.ok) throw refusalIn(response.status, await response.json());
    const disposition = response.headers.get('content-disposition') ?? '';
    return { file: await response.blob(), name: /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'guildhall.json' };
  } catch (error) {
    throw error instanceof ApiError ? error : new NetworkError(error);
  }
}

function refusalIn(status: number, body: unknown): ApiError {
  const { code = '', error = '' } = body as Partial<RefusalResponse>; // the server's; an empty one has no message
  return new ApiError(status, code, error);
}
