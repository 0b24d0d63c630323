import type { Me, RegisterResponse } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { send } from '../../../shared/api/api.js';

export interface Credentials {
  email_or_username: string;
  password: string;
}

export interface Login extends Credentials {
  /** Of the authenticator app, or one for recovery. */
  code?: string;
}

export interface Registration {
  email: string;
  username: string;
  password: string;
  confirm_password: string;
}

/** @returns the person, or null where the response names none. */
export async function login(body: Login): Promise<Me | null> {
  const response = await send<{ user?: Me | null }>('POST', '/login', crypto.randomUUID(), { ...body });
  return response.body.user ?? null;
}

export async function logout(): Promise<void> {
  await send('POST', '/logout', crypto.randomUUID(), {});
}

/** @returns the server's message, as all below */
export async function register(body: Registration, key: string): Promise<string> {
  return (await send<RegisterResponse>('POST', '/register', key, { ...body })).body.success;
}

export async function resendVerification(body: Credentials): Promise<string> {
  return said(await send<WriteResponse>('POST', '/resend-verification', crypto.randomUUID(), { ...body }));
}

/** In the browser that registered, within the hour; no login is needed. */
export async function sendVerificationAgain(key: string): Promise<string> {
  return said(await send<WriteResponse>('POST', '/registration/resend', key, {}));
}

/** As `sendVerificationAgain`, to another address. */
export async function correctAddress(email: string, key: string): Promise<string> {
  return said(await send<WriteResponse>('PUT', '/registration/email', key, { email }));
}

export async function forgotPassword(emailOrUsername: string, key: string): Promise<string> {
  return said(await send<WriteResponse>('POST', '/password/forgot', key, { email_or_username: emailOrUsername }));
}

export interface Reset {
  user: string;
  token: string;
  password: string;
  confirm_password: string;
}

export async function resetPassword(body: Reset, key: string): Promise<string> {
  return said(await send<WriteResponse>('POST', '/password/reset', key, { ...body }));
}

export async function appeal(token: string, text: string, key: string): Promise<void> {
  await send('POST', '/reports/appeal', key, { token, text });
}

function said({ body }: { body: WriteResponse }): string {
  return body.message ?? '';
}
