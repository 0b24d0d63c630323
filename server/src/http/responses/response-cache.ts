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

/** A read of `firstReads`, with values for its names. */
export interface NamedRead {
  read: string;
  params: Record<string, string>;
}

export interface MadeResponse {
  bytes: Buffer;
  /** The adjacent pages, if the response is a page of a list. */
  links?: PageLinks;
  /** All that it shows of the views. */
  scopes: readonly ReadScope[];
  /** The reads that each caller of a page makes in addition. */
  own?: readonly NamedRead[];
}

export interface CachedResponse {
  body: EncodedBody;
  links: PageLinks;
  scopes: readonly ReadScope[];
  own: readonly NamedRead[];
  /** The rights, names and settings that it was made of. */
  stamp: string;
  /** The views that it was made of: no older than this. */
  since: Position;
}

const maxCacheBytes = 12 * 2 ** 20;
/** A response of as much is not cached: it would take the room of many usual ones. */
const maxCachedBytes = 2 ** 18; // bytes
/** The approximate overhead of an entry in addition to its body and key. */
const entryOverheadBytes = 500;
/** Pages contain their position: live topics find later changes only while those are stored. */
const maxAgeMs = 10 * 60_000; // ms

/**
 * Responses that are the same for everyone of a role. One is sent again only while all that it was made of is
 * unchanged: the generation of the views, what it shows of them, rights, names and settings.
 */
export class ResponseCache {
  private readonly cached = new LRUCache<string, CachedResponse>({
    maxSize: maxCacheBytes,
    ttl: maxAgeMs,
    sizeCalculation: ({ body }, key) => body.heldBytes + 2 * key.length + entryOverheadBytes,
  });

  constructor(private readonly services: Dependencies) {}

  /**
   * The cached response, or one that `make` makes. `from`: of before the read. `isValid`: whether what else the response
   * depends on is still as it was when the key was made.
   */
  async getOrMake(
    key: string,
    from: ReadFrom,
    make: () => Promise<MadeResponse>,
    isValid: () => boolean = () => true,
  ): Promise<CachedResponse> {
    const stamp = this.stamp();
    // While this server has not read what the views show, it does not know what has changed.
    const kept = from.known === from.checkpoint ? this.cached.get(key) : undefined;
    if (kept && kept.stamp === stamp && this.isUnchanged(kept)) return kept;
    const { bytes, links = {}, scopes, own = [] } = await make();
    // A response that was read during a change is partly newer than its stamp, and one by rights that changed while the
    // request waited is older: good for this request, but not for others.
    const isKept = bytes.length < maxCachedBytes && this.stamp() === stamp && isValid();
    const made: CachedResponse = {
      body: new EncodedBody(bytes, isKept ? () => this.grown(key, made) : undefined),
      links,
      scopes,
      own,
      stamp,
      since: from.known,
    };
    if (isKept) this.cached.set(key, made);
    return made;
  }

  /** Drops all: texts of erased members must not remain in memory. */
  clear(): void {
    this.cached.clear();
  }

  private isUnchanged({ scopes, since }: CachedResponse): boolean {
    return scopes.every((scope) => this.services.lastChanges.isUnchanged(scope, since));
  }

  /** Counts the bytes again, if the response is still cached: only those of another object are counted. */
  private grown(key: string, { body }: CachedResponse): void {
    const kept = this.cached.peek(key);
    if (kept?.body === body) this.cached.set(key, { ...kept }, { noUpdateTTL: true });
  }

  private stamp(): string {
    const { views, policy, site, directory } = this.services;
    return `${views.store.generation} ${policy.position} ${site.position} ${directory.version}`;
  }
}
