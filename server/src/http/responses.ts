import { createHash } from 'node:crypto';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { Handled } from '../commands/handle.js';
import type { Views } from '../stores/views.js';
import type { Call } from './operation.js';
import { nextPage, type PageLinks, type ReadQuery } from './paging.js';
import type { ReadFrom, ReadPositions } from './read-positions.js';
import type { ResponseCache } from './response-cache.js';
import type { Result } from './result.js';

/** What a read answers to everybody of a role. */
export interface SharedRead {
  rows: unknown;
  /** Of the next page, where there is one. */
  cursor?: string | null;
  /** The pages beside it, where a cursor does not name them. */
  links?: PageLinks;
}

interface Dependencies {
  responseCache: ResponseCache;
  positions: ReadPositions;
  /** A shared response is kept until one of these changes. */
  views: { store: Pick<Views['store'], 'generation'> };
  policy: { position: Position };
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
   * A read that depends on nothing but the views, the policy and the directory. Kept for as long as none of them has
   * changed: many who read the same page between two writes cost one query and one rendering.
   */
  async shared(call: Call<unknown, ReadQuery>, make: () => Promise<SharedRead>): Promise<Result> {
    const { responseCache: responseCache } = this.services;
    const { checkpoint, position } = await this.begin(call);
    const stamp = this.stamp(checkpoint);
    // Of the query what the call reads: fields that nobody knows would keep responses without end.
    const key = `${call.actor.roleId} ${call.path} ${JSON.stringify({ ...call.query, after: undefined })}`;
    const kept = responseCache.get(key, stamp);
    const { body: bytes, etag, links } = kept ?? { stamp, ...serialized(await make()) };
    // What was read while something changed is newer than the stamp, in parts: good for this response, not to be kept.
    if (!kept && this.stamp(checkpoint) === stamp) responseCache.set(key, { stamp, body: bytes, etag, links });
    return { cache: 'no-cache', position, links, serialized: { bytes, etag } };
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
