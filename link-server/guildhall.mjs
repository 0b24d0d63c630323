// @ts-check

const timeoutMs = 5_000;

export class SiteUnavailable extends Error {}
export class TooManyCalls extends Error {}

/**
 * @typedef {{ edition: 'java', login_mode: 'online' | 'offline', uuid: string, name: string }} PlayerIdentity
 * @typedef {{ code: string | null, member: { username: string } | null }} LinkState
 */

/**
 * Returns a function that requests a code for an account, or the member to whom it is already linked.
 * @param {{ siteUrl: string, key: string }} site
 */
export function createCodeRequests({ siteUrl, key }) {
  const address = new URL('/api/game/codes', siteUrl);
  /** @param {PlayerIdentity} account @returns {Promise<LinkState>} */
  return async (account) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ account }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((/** @type {Error} */ error) => {
      throw new SiteUnavailable(error.message);
    });
    if (response.status === 429) throw new TooManyCalls();
    /** @type {any} */
    const body = await response.json().catch(() => null);
    if (!response.ok) throw new SiteUnavailable(`${response.status} ${body?.code ?? ''}`);
    return body;
  };
}
