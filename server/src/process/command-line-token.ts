import { timingSafeEqual } from 'node:crypto';
import { derivedSecret, type Env } from './env.js';

/**
 * The token with which the command line identifies itself to the running server: both know the secret of the data
 * folder.
 */
export const commandLineToken = (env: Env): string => derivedSecret(env.secret, 'command-line');

export function isCommandLine(env: Env, authorization: string | undefined): boolean {
  const expected = Buffer.from(`Bearer ${commandLineToken(env)}`);
  const given = Buffer.from(authorization ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
