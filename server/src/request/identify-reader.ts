import type { IncomingHttpHeaders } from 'node:http';
import type { ApiKeys } from './api-keys.js';
import type { Requester } from './request-context.js';
import type { Sessions } from './sessions.js';

/** @throws Refusal key-invalid, key-refused, key-scope; RateLimitExceeded */
export async function identifyReader(
  { apiKeys, sessions }: { apiKeys: ApiKeys; sessions: Sessions },
  { authorization, cookie }: IncomingHttpHeaders,
): Promise<Requester> {
  return (await apiKeys.identifyRequester(authorization, 'read')) ?? (await sessions.identifyRequester(cookie));
}
