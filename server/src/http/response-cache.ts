import { LRUCache } from 'lru-cache';
import type { PageLinks } from './paging.js';

export interface CachedResponse {
  /** The state that it was made of. */
  stamp: string;
  body: Buffer;
  etag: string;
  /** Of an answer that is a page of a list. */
  links: PageLinks;
}

const maxCacheBytes = 32 * 2 ** 20;
/** A larger response is not kept: it would take the room of many usual ones. */
const maxCachedBodyBytes = 2 ** 18; // bytes
/** Of an entry beside its body and key, about. */
const entryOverheadBytes = 500;

/** Answers that are the same for everybody of a role, by role and address. */
export class ResponseCache {
  private readonly cached = new LRUCache<string, CachedResponse>({
    maxSize: maxCacheBytes,
    maxEntrySize: maxCachedBodyBytes,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + entryOverheadBytes,
  });

  /** Only what was made of the state that stands. */
  get(key: string, stamp: string): CachedResponse | undefined {
    const response = this.cached.get(key);
    return response?.stamp === stamp ? response : undefined;
  }

  set(key: string, response: CachedResponse): void {
    this.cached.set(key, response);
  }

  /** Drops all: somebody's texts must not stay in memory. */
  clear(): void {
    this.cached.clear();
  }
}
