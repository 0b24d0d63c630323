import { randomBytes } from 'node:crypto';
import { parse as parseCookies } from 'cookie';
import type { RequestContext } from '../../request/request-context.js';
import { normalizeAddress } from '../../request/rate-limits.js';
import { getCookieOptions, type ResponseCookie } from '../../request/sessions.js';
import type { Env } from '../../process/env.js';
import { deriveSecret, hashHmac } from '../../process/secrets.js';
import type { Account } from '../../vault/account/account.js';
import type { Vault } from '../../vault/vault.js';

interface Dependencies {
  env: Env;
  vault: Vault;
}

type Caller = Pick<RequestContext, 'header' | 'ip'>;

const browserCookieName = 'guildhall-browser';
const lifetimeMs = 365 * 24 * 3600 * 1000;
const maxMarksPerKind = 10;

/**
 * Remembers the browsers and addresses that members have logged in from, as HMACs. Failed logins from other callers
 * lock a username, but not for these.
 */
export class KnownCallers {
  constructor(private readonly services: Dependencies) {}

  /**
   * Callers who type an email address are recognised only by their browser. Otherwise, others on the same network could
   * learn whether the address is registered.
   * @returns the key for counting attempts, or null for an unknown caller
   */
  findMark(caller: Caller, account: Account, loginName: string): string | null {
    const { browser, address } = this.computeMarks(caller, account.id);
    const callers = account.knownCallers ?? [];
    if (browser !== null && callers.includes(browser)) return browser;
    return !loginName.includes('@') && callers.includes(address) ? address : null;
  }

  async remember(caller: Caller, userId: number): Promise<ResponseCookie[]> {
    const existingBrowserId = readBrowserCookie(caller);
    const browserId = existingBrowserId ?? randomBytes(16).toString('base64url');
    const { browser, address } = this.computeMarks(caller, userId, browserId);
    await this.services.vault.editAccount(userId, ({ knownCallers = [] }) => {
      const marks = [browser, address].filter((mark): mark is string => mark !== null && !knownCallers.includes(mark));
      if (marks.length === 0) return null;
      const allMarks = [...knownCallers, ...marks];
      const selectNewestMarks = (kind: string) =>
        allMarks.filter((mark) => mark.startsWith(kind)).slice(-maxMarksPerKind);
      return { knownCallers: [...selectNewestMarks(browserKind), ...selectNewestMarks(addressKind)] };
    });
    if (existingBrowserId !== null) return [];
    return [{ name: browserCookieName, value: browserId, options: getCookieOptions(this.services.env, lifetimeMs) }];
  }

  private computeMarks(caller: Caller, userId: number, browserId = readBrowserCookie(caller)) {
    return {
      browser: browserId === null ? null : this.mark(browserKind, userId, browserId),
      address: this.mark(addressKind, userId, normalizeAddress(caller)),
    };
  }

  private mark(kind: string, userId: number, value: string): string {
    const key = deriveSecret(this.services.env.secret, 'known-callers');
    return kind + hashHmac(key, `${userId} ${kind}${value}`).slice(0, 22);
  }
}

const browserKind = 'browser ';
const addressKind = 'address ';

function readBrowserCookie({ header }: Caller): string | null {
  const value = parseCookies(header('cookie') ?? '')[browserCookieName] ?? '';
  return /^[\w-]{22}$/.test(value) ? value : null;
}
