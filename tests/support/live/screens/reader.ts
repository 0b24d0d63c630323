import { positionHeader } from '@guildhall/domain/wire/headers.js';
import { exchange } from '../../site/exchange.js';
import type { Get, ReadResult } from './screen.js';

/** Reads as the member from the current server. */
export function createReader(
  url: () => string,
  { cookie, timeoutMs }: { cookie?: string | undefined; timeoutMs?: number },
): Get {
  return async <Body>(path: string): Promise<ReadResult<Body>> => {
    const headers = { accept: 'application/json', ...(cookie !== undefined && { cookie }) };
    const sent = { method: 'GET', path: path.startsWith('/api/') ? path : `/api${path}`, headers };
    const response = await exchange(url(), sent, timeoutMs);
    if (response.status >= 500 || response.status === 429) throw new Error(`${path}: ${response.status}`);
    const { [positionHeader]: position, link } = response.headers;
    return {
      status: response.status,
      body: response.json as Body, // Our own server sent this response.
      position: typeof position === 'string' ? position : null,
      next: /<([^>]*)>\s*;\s*rel="next"/.exec(String(link ?? ''))?.[1] ?? null,
    };
  };
}
