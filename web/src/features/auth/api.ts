import type { Me, WriteAnswer } from '@guildhall/domain/wire/rest.js';
import { send } from '../../shared/api.js';

export interface Login {
  email_or_username: string;
  password: string;
}

export interface Registration {
  email: string;
  username: string;
  password: string;
  confirm_password: string;
}

/** @returns the person, or null where the answer names none. */
export async function login(body: Login): Promise<Me | null> {
  const answer = await send<{ user?: Me | null }>('POST', '/login', crypto.randomUUID(), { ...body });
  return answer.body.user ?? null;
}

export async function logout(): Promise<void> {
  await send('POST', '/logout', crypto.randomUUID(), {});
}

/** @returns the server's message. */
export async function register(body: Registration, key: string): Promise<string> {
  return (await send<WriteAnswer>('POST', '/register', key, { ...body })).body.message ?? '';
}

/** @returns the server's message. */
export async function resendVerification(body: Login): Promise<string> {
  return (await send<WriteAnswer>('POST', '/resend-verification', crypto.randomUUID(), { ...body })).body.message ?? '';
}
