import { createHash } from 'node:crypto';
import { beginRead, type Call } from './operation.js';
import { nextPage, type PageLinks, type Reading } from './paging.js';
import type { Result } from './result.js';
import type { Parts } from '../parts.js';

/** What a read answers to everybody of a role. */
export interface SharedRead {
  rows: unknown;
  /** Of the next page, where there is one. */
  cursor?: string | null;
  /** The pages beside it, where a cursor does not name them. */
  links?: PageLinks;
}

/**
 * A read that depends on nothing but the views, the policy and the directory. Kept for as long as none of them has
 * changed: many who read the same page between two writes cost one query and one rendering.
 */
export async function shareResult(
  parts: Parts,
  call: Call<unknown, Reading>,
  make: () => Promise<SharedRead>,
): Promise<Result> {
  const { checkpoint, position } = await beginRead(parts, call);
  const stamp = stampOf(parts, checkpoint);
  // Of the query what the call reads: fields that nobody knows would keep responses without end.
  const key = `${call.actor.roleId} ${call.path} ${JSON.stringify({ ...call.query, after: undefined })}`;
  const kept = parts.answers.get(key, stamp);
  const { body: bytes, etag, links } = kept ?? { stamp, ...serialized(await make()) };
  // What was read while something changed is newer than the stamp, in parts: good for this response, not to be kept.
  if (!kept && stampOf(parts, checkpoint) === stamp) parts.answers.set(key, { stamp, body: bytes, etag, links });
  return { cache: 'no-cache', position, links, serialized: { bytes, etag } };
}

function serialized({ rows, cursor = null, links = nextPage(cursor) }: SharedRead) {
  const body = Buffer.from(JSON.stringify(rows));
  return { body, etag: `"${createHash('sha1').update(body).digest('base64')}"`, links };
}

const stampOf = ({ views, policy, directory }: Parts, position: string): string =>
  `${views.store.generation} ${position} ${policy.position} ${directory.version}`;
