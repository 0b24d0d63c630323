import { createHash } from 'node:crypto';
import { positionHeader } from '@guildhall/domain/wire/rest.js';
import { LRUCache } from 'lru-cache';
import { beginRead, type Call } from './operation.js';
import { linkNext } from './paging.js';
import type { Parts } from './parts.js';

/** What a read answers to everybody of a role. */
export interface SharedRead {
  rows: unknown;
  /** Of the next page, where there is one. */
  cursor?: string | null;
}

interface Kept {
  /** The state that it was made of. */
  stamp: string;
  body: Buffer;
  etag: string;
  cursor: string | null;
}

const keptBytes = 32 * 2 ** 20;

/**
 * Answers of reads that depend on nothing but the views, the policy and the directory, kept for as long as none of them
 * has changed: many who read the same page between two writes cost one query and one rendering.
 */
export class SharedAnswers {
  private readonly kept = new LRUCache<string, Kept>({
    maxSize: keptBytes,
    sizeCalculation: ({ body }) => body.length,
  });

  /** Drops all: somebody's texts must not stay in memory. */
  clear(): void {
    this.kept.clear();
  }

  /** Answers from what is kept, else from `make`, whose refusals pass. */
  async answer(parts: Parts, call: Call<unknown>, make: () => Promise<SharedRead>): Promise<void> {
    const { req, res, actor } = call;
    await beginRead(parts, call);
    const stamp = stampOf(parts, String(res.get(positionHeader)));
    const key = `${actor.roleId} ${req.originalUrl}`;
    let answer = this.kept.get(key);
    if (answer?.stamp !== stamp) {
      const { rows, cursor = null } = await make();
      const body = Buffer.from(JSON.stringify(rows));
      answer = { stamp, body, etag: `"${createHash('sha1').update(body).digest('base64')}"`, cursor };
      // What was read while something changed is newer than the stamp, in parts: good for this answer, not to be kept.
      if (stampOf(parts, String(res.get(positionHeader))) === stamp) this.kept.set(key, answer);
    }
    linkNext(req, res, answer.cursor);
    res.set({
      'content-type': 'application/json; charset=utf-8',
      etag: answer.etag,
      'cache-control': 'private, no-cache',
    });
    res.send(answer.body);
  }
}

const stampOf = ({ views, policy, directory }: Parts, position: string): string =>
  `${views.store.generation} ${position} ${policy.position} ${directory.version}`;
