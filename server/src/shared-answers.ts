import { createHash } from 'node:crypto';
import { beginRead, type Call } from './operation.js';
import { linkNext, type Reading } from './paging.js';
import type { Parts } from './parts.js';

/** What a read answers to everybody of a role. */
export interface SharedRead {
  rows: unknown;
  /** Of the next page, where there is one. */
  cursor?: string | null;
}

/**
 * Answers a read that depends on nothing but the views, the policy and the directory. Kept for as long as none of them
 * has changed: many who read the same page between two writes cost one query and one rendering.
 */
export async function answerShared(
  parts: Parts,
  call: Call<unknown, Reading>,
  make: () => Promise<SharedRead>,
): Promise<void> {
  const { req, res, actor } = call;
  const position = await beginRead(parts, call);
  const stamp = stampOf(parts, position);
  // Of the query what the call reads: fields that nobody knows would make kept answers without end.
  const key = `${actor.roleId} ${req.baseUrl}${req.path} ${JSON.stringify({ ...call.query, after: undefined })}`;
  const kept = parts.answers.get(key, stamp);
  const answer = kept ?? { stamp, ...serialized(await make()) };
  // What was read while something changed is newer than the stamp, in parts: good for this answer, not to be kept.
  if (!kept && stampOf(parts, position) === stamp) parts.answers.set(key, answer);
  linkNext(req, res, answer.cursor);
  res.set('content-type', 'application/json; charset=utf-8');
  res.set('etag', answer.etag).set('cache-control', 'private, no-cache');
  res.send(answer.body);
}

function serialized({ rows, cursor = null }: SharedRead) {
  const body = Buffer.from(JSON.stringify(rows));
  return { body, etag: `"${createHash('sha1').update(body).digest('base64')}"`, cursor };
}

const stampOf = ({ views, policy, directory }: Parts, position: string): string =>
  `${views.store.generation} ${position} ${policy.position} ${directory.version}`;
