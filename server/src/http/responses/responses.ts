import { createHash } from 'node:crypto';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { Handled } from '../../commands/handle.js';
import type { Policy } from '../../policy/policy.js';
import type { Views } from '../../stores/views.js';
import type { Call } from '../operation.js';
import { nextPage, type PageLinks, type ReadQuery } from '../paging.js';
import type { ReadFrom, ReadPositions } from './read-positions.js';
import type { ResponseCache } from './response-cache.js';
import type { Result } from './result.js';

/** The response of a read to everyone of a role. */
export interface SharedRead {
  rows: unknown;
  /** Of the next page, where there is one. */
  cursor?: string | null;
  /** The adjacent pages, where a cursor does not name them. */
  links?: PageLinks;
}

interface Dependencies {
  responseCache: ResponseCache;
  positions: ReadPositions;
  /** A shared response is cached until one of these changes. */
  views: { store: Pick<Views['store'], 'generation'> };
  policy: { position: Position } & Pick<Policy, 'actor'>;
  directory: { version: number };
}

/** Makes the results of operations, with the position of the log that each of them shows. */
export class Responses {
  constructor(private readonly services: Dependencies) {}

  /** Before the rows of a read: waits for the position that the request names. */
  begin({ query }: Call<unknown, ReadQuery>): Promise<ReadFrom> {
    return this.services.positions.begin(query);
  }

  /** What a write returns once the views show it, or after two seconds with `stale: true`. */
  async written(
    { position }: Pick<Handled, 'position'>,
    fields: Partial<WriteResponse> & Record<string, unknown> = {},
  ): Promise<Result> {
    const { positions } = this.services;
    const body: WriteResponse & Record<string, unknown> = { success: true, ...fields };
    if (!position) return { body };
    if (!(await positions.awaitShown(position))) body.stale = true;
    return { body, position: positions.named(position) };
  }

  /**
   * A read that depends only on the views, the policy and the directory. Cached until one of them changes: many readers
   * of the same page between two writes cost one query and one rendering.
   */
  async shared(call: Call<unknown, ReadQuery>, make: () => Promise<SharedRead>): Promise<Result> {
    const { responseCache } = this.services;
    const { checkpoint, position } = await this.begin(call);
    const stamp = this.stamp(checkpoint);
    // Only the query fields that the call reads: unknown fields would create unlimited entries.
    const key = `${call.actor.roleId} ${call.path} ${JSON.stringify({ ...call.query, after: undefined })}`;
    const kept = responseCache.get(key, stamp);
    const { body: bytes, etag, links } = kept ?? { stamp, ...serialized(await make()) };
    // A response that was read during a change is partly newer than the stamp, and one by rights that changed while the
    // request waited is older: good for this request, but not for the cache.
    if (!kept && this.stamp(checkpoint) === stamp && this.hasRights(call))
      responseCache.set(key, { stamp, body: bytes, etag, links });
    return { cache: 'no-cache', position, links, serialized: { bytes, etag } };
  }

  /** Whether the caller's rights are still those that the request began with. */
  private hasRights({ actor }: Pick<Call<unknown>, 'actor'>): boolean {
    const { roleId, keys } = this.services.policy.actor(actor.userId);
    return roleId === actor.roleId && keys === actor.keys;
  }

  private stamp(position: Position): string {
    const { views, policy, directory } = this.services;
    return `${views.store.generation} ${position} ${policy.position} ${directory.version}`;
  }
}

function serialized({ rows, cursor = null, links = nextPage(cursor) }: SharedRead) {
  const body = Buffer.from(JSON.stringify(rows));
  return { body, etag: `"${createHash('sha1').update(body).digest('base64')}"`, links };
}
