import { derivedSecret, type Env } from './env.js';
import { areEqualSecrets } from './equal-secrets.js';

/** Authenticates the command line to the running server, which knows the secret too. */
export const commandLineToken = (env: Env): string => derivedSecret(env.secret, 'command-line');

export function isCommandLine(env: Env, authorization: string | undefined): boolean {
  return areEqualSecrets(authorization ?? '', `Bearer ${commandLineToken(env)}`);
}
