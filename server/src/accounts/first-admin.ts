import { hasAdmin } from '@guildhall/domain/staff/state.js';
import type { RequestContext } from '../request/request-context.js';
import type { Env } from '../process/env.js';
import { areEqualSecrets, hashHmac } from '../process/secrets.js';
import { isLocalSite, isLoopback } from '../process/loopback.js';
import type { Policy } from '../policy/policy.js';

interface Dependencies {
  env: Env;
  policy: Policy;
}

/**
 * A site with a public address is probably behind a proxy. Unless the proxy sends `X-Forwarded-For`, every request then
 * appears to come from loopback.
 */
export function isFirstAccountAdmin({ host, publicUrl }: Pick<Env, 'host' | 'publicUrl'>): boolean {
  return isLoopback(host) && isLocalSite(publicUrl);
}

export function isFirstAdminRequest({ env, policy }: Dependencies, { ip = '' }: Pick<RequestContext, 'ip'>): boolean {
  return !hasAdmin(policy.staff) && isFirstAccountAdmin(env) && isLoopback(ip);
}

/** Anyone who can read the server's output is assumed to own the site. */
export function setUpLink(env: Env): string {
  return `${env.publicUrl}/api/setup?token=${setUpToken(env)}`;
}

export function isSetUpToken(env: Env, token: unknown): boolean {
  return typeof token === 'string' && areEqualSecrets(token, setUpToken(env));
}

const setUpToken = (env: Env) => hashHmac(env.secret, 'set-up');
