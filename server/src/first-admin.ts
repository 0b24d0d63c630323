import { createHmac, timingSafeEqual } from 'node:crypto';
import { adminExists } from '@guildhall/domain/staff/state.js';
import type { Request } from 'express';
import type { Env } from './env.js';
import type { Parts } from './parts.js';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1', 'localhost']);

/** On one's own machine the first account that verifies is the Admin: server and request are both on loopback. */
export function isFirstAdminRequest({ env, policy }: Parts, req: Request): boolean {
  return !adminExists(policy.staff) && loopback.has(env.host) && loopback.has(req.ip ?? '');
}

/** Elsewhere, who can read the server's output is its owner: a link that makes the account that follows it Admin. */
export function setUpLink(env: Env): string {
  return `${env.publicUrl}/api/setup?token=${setUpToken(env)}`;
}

export function isSetUpToken(env: Env, token: unknown): boolean {
  const expected = Buffer.from(setUpToken(env));
  const given = Buffer.from(typeof token === 'string' ? token : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const setUpToken = (env: Env) => createHmac('sha256', env.secret).update('set-up').digest('base64url');

export const isLoopback = (host: string): boolean => loopback.has(host);
