import { LRUCache } from 'lru-cache';
import type { PageLinks } from '../paging.js';

export interface CachedResponse {
  /** The state that it was made of. */
  stamp: string;
  body: Buffer;
  etag: string;
  /** Of a response that is a page of a list. */
  links: PageLinks;
}

const maxCacheBytes = 32 * 2 ** 20;
/** A larger response is not cached: it would take the room of many usual ones. */
const maxCachedBodyBytes = 2 ** 18; // bytes
/** The approximate overhead of an entry in addition to its body and key. */
const entryOverheadBytes = 500;

/** Responses that are the same for everyone of a role, by role and address. */
export class ResponseCache {
  private readonly cached = new LRUCache<string, CachedResponse>({
    maxSize: maxCacheBytes,
    maxEntrySize: maxCachedBodyBytes,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + entryOverheadBytes,
  });

  /** Only responses made from the current state. */
  get(key: string, stamp: string): CachedResponse | undefined {
    const response = this.cached.get(key);
    return response?.stamp === stamp ? response : undefined;
  }

  set(key: string, response: CachedResponse): void {
    this.cached.set(key, response);
  }

  /** Drops all: texts of erased members must not remain in memory. */
  clear(): void {
    this.cached.clear();
  }
}
