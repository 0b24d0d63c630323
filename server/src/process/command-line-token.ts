import { derivedSecret, type Env } from './env.js';
import { areEqualSecrets } from './equal-secrets.js';

/** Identifies the command line to the running server: both know the secret of the data folder. */
export const commandLineToken = (env: Env): string => derivedSecret(env.secret, 'command-line');

export function isCommandLine(env: Env, authorization: string | undefined): boolean {
  return areEqualSecrets(authorization ?? '', `Bearer ${commandLineToken(env)}`);
}
