import { z } from 'zod';

// Covers the whole response.
const defaultTimeoutMs = 5_000;
// Measured after decompression.
const maxBodyBytes = 64 * 2 ** 10;
const maxRedirects = 3;
const statusBody = z.object({ players: z.object({ online: z.int().min(0).max(1_000_000_000) }) });

/**
 * Allows only http and https, and redirects only within the host, because this server can reach addresses that must not
 * be exposed.
 * @throws if there is no valid response within five seconds and 64 KiB
 */
export async function readPlayers(
  address: string,
  stopping?: AbortSignal,
  timeoutMs = defaultTimeoutMs,
): Promise<number> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
  const response = await follow(new URL(address), signal);
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The status service responds with ${response.status}`);
  }
  return statusBody.parse(JSON.parse(await readText(response))).players.online;
}

async function follow(configuredUrl: URL, signal: AbortSignal): Promise<Response> {
  let address = configuredUrl;
  const headers = { accept: 'application/json', 'user-agent': 'Guildhall' };
  for (let remainingRedirects = maxRedirects; ; remainingRedirects--) {
    if (address.protocol !== 'https:' && address.protocol !== 'http:')
      throw new Error('The status service redirects to an address that is not http or https');
    const response = await fetch(address, { redirect: 'manual', signal, headers, credentials: 'omit' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    if (remainingRedirects === 0) throw new Error(`The status service redirects more than ${maxRedirects} times`);
    address = new URL(location, address);
    if (address.hostname !== configuredUrl.hostname) throw new Error('The status service redirects to another host');
  }
}

async function readText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early also aborts the request.
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > maxBodyBytes) throw new Error('The status service response exceeds 64 KiB');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
