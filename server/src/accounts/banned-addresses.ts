import { createHmac } from 'node:crypto';
import { hasAddress, foldCase } from '../vault/account-record.js';
import { derivedSecret } from '../process/env.js';
import type { Parts } from '../parts.js';

/**
 * Keeps the address of somebody banned out until the ban's end, although the account goes: by its HMAC, which tells
 * nobody the address. Before the account is erased.
 */
export async function keepBan({ env, vault, policy }: Pick<Parts, 'env' | 'vault' | 'policy'>, userId: number) {
  const ban = policy.banOf(userId);
  const account = ban && (await vault.account(userId));
  if (ban && account && hasAddress(account)) await vault.banAddress(hmacOf(env.secret, account.email), ban.until);
}

export function isAddressBanned({ env, vault }: Pick<Parts, 'env' | 'vault'>, email: string): Promise<boolean> {
  return vault.isAddressBanned(hmacOf(env.secret, email), new Date().toISOString());
}

const hmacOf = (secret: string, email: string): string =>
  createHmac('sha256', derivedSecret(secret, 'banned-addresses')).update(foldCase(email)).digest('base64url');
