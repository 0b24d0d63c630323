import type { RequestDetails } from 'web-push';
import { mayBePublic, PrivateAddress, requestPublic } from './public-lookup.js';

export interface PushTarget {
  /** Allows http and private addresses, for tests. */
  allowPrivate: boolean;
  timeoutMs?: number;
}

const defaultTimeoutMs = 5_000;

export const isAllowedEndpoint = (endpoint: URL, { allowPrivate }: PushTarget): boolean =>
  allowPrivate || (endpoint.protocol === 'https:' && mayBePublic(endpoint));

/**
 * Follows no redirects and ignores the response's body.
 * @returns the response's status
 * @throws if the address is not allowed, or there is no response in time
 */
export async function postPush(
  { endpoint, method, headers, body }: RequestDetails,
  target: PushTarget,
): Promise<number> {
  const url = new URL(endpoint);
  if (!isAllowedEndpoint(url, target)) throw new PrivateAddress();
  const signal = AbortSignal.timeout(target.timeoutMs ?? defaultTimeoutMs);
  return new Promise((resolve, reject) => {
    const request = requestPublic(url, { method, headers, signal }, target.allowPrivate, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end(body);
  });
}
