import type { Position } from '@guildhall/event-store/port.js';
import { LRUCache } from 'lru-cache';
import type { LastChanges, ReadScope } from '../../log/last-changes.js';
import type { Policy } from '../../policy/policy.js';
import type { SiteState } from '../../policy/site-state.js';
import type { Views } from '../../stores/views.js';
import type { PageLinks } from '../../request/paging.js';
import { EncodedBody } from './encoded-body.js';
import type { ReadFrom } from '../../request/read-positions.js';

interface Dependencies {
  views: { store: Pick<Views['store'], 'generation'> };
  policy: Pick<Policy, 'position'>;
  site: Pick<SiteState, 'position'>;
  directory: { version: number };
  lastChanges: Pick<LastChanges, 'isUnchanged'>;
}

export interface NamedRead {
  read: string;
  params: Record<string, string>;
  /** The page also needs the read marks for the threads in the response. */
  listsThreads?: true;
}

export interface UncachedResponse {
  bytes: Buffer;
  links?: PageLinks;
  scopes: readonly ReadScope[];
  own?: readonly NamedRead[];
}

export interface CachedResponse {
  body: EncodedBody;
  links: PageLinks;
  scopes: readonly ReadScope[];
  own: readonly NamedRead[];
  stamp: string;
  since: Position;
}

const maxCacheBytes = 12 * 2 ** 20;
const maxCachedBytes = 2 ** 18;
const entryOverheadBytes = 500;
/**
 * Limited because a page joins live topics at the position that it contains, and topics retain changes only for a
 * while.
 */
const maxAgeMs = 10 * 60_000;

/** Everyone with the same role shares these responses. They are valid until views, rights, names or settings change. */
export class ResponseCache {
  private readonly cachedResponses = new LRUCache<string, CachedResponse>({
    maxSize: maxCacheBytes,
    ttl: maxAgeMs,
    sizeCalculation: ({ body }, key) => body.heldBytes + 2 * key.length + entryOverheadBytes,
  });

  constructor(private readonly services: Dependencies) {}

  async getOrMake(
    key: string,
    from: ReadFrom,
    make: () => Promise<UncachedResponse>,
    isValid: () => boolean = () => true,
  ): Promise<CachedResponse> {
    const stamp = this.stamp();
    const existing = from.knownPosition === from.checkpoint ? this.cachedResponses.get(key) : undefined;
    if (existing && existing.stamp === stamp && this.isUnchanged(existing)) return existing;
    const { bytes, links = {}, scopes, own = [] } = await make();
    // A response that was read during a change is sent once but not cached.
    const isCacheable = bytes.length < maxCachedBytes && this.stamp() === stamp && isValid();
    const response: CachedResponse = {
      body: new EncodedBody(bytes, { isShared: isCacheable, onGrown: () => this.recordSize(key, response) }),
      links,
      scopes,
      own,
      stamp,
      since: from.knownPosition,
    };
    if (isCacheable) this.cachedResponses.set(key, response);
    return response;
  }

  clear(): void {
    this.cachedResponses.clear();
  }

  private isUnchanged({ scopes, since }: CachedResponse): boolean {
    return scopes.every((scope) => this.services.lastChanges.isUnchanged(scope, since));
  }

  private recordSize(key: string, { body }: CachedResponse): void {
    const existing = this.cachedResponses.peek(key);
    if (existing?.body === body) this.cachedResponses.set(key, { ...existing }, { noUpdateTTL: true });
  }

  private stamp(): string {
    const { views, policy, site, directory } = this.services;
    return `${views.store.generation} ${policy.position} ${site.position} ${directory.version}`;
  }
}
