import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Env } from './env.js';

export const hashHmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

export const deriveSecret = (secret: string, use: string): string => hashHmac(secret, use);

/** Takes constant time for secrets of the expected length. */
export function areEqualSecrets(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export const createCommandLineToken = (env: Env): string => deriveSecret(env.secret, 'command-line');

export const isBearerToken = (authorization: string | undefined, secret: string): boolean =>
  areEqualSecrets(authorization ?? '', `Bearer ${secret}`);

export const isCommandLine = (env: Env, authorization: string | undefined): boolean =>
  isBearerToken(authorization, createCommandLineToken(env));
