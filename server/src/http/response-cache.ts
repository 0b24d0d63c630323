import { LRUCache } from 'lru-cache';
import type { PageLinks } from './paging.js';

export interface KeptAnswer {
  /** The state that it was made of. */
  stamp: string;
  body: Buffer;
  etag: string;
  /** Of an answer that is a page of a list. */
  links: PageLinks;
}

const keptBytes = 32 * 2 ** 20;
/** A larger response is not kept: it would take the room of many usual ones. */
const largestKept = 2 ** 18; // bytes
/** Of an entry beside its body and key, about. */
const overhead = 500;

/** Answers that are the same for everybody of a role, by role and address. */
export class AnswerCache {
  private readonly kept = new LRUCache<string, KeptAnswer>({
    maxSize: keptBytes,
    maxEntrySize: largestKept,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + overhead,
  });

  /** Only what was made of the state that stands. */
  get(key: string, stamp: string): KeptAnswer | undefined {
    const answer = this.kept.get(key);
    return answer?.stamp === stamp ? answer : undefined;
  }

  set(key: string, answer: KeptAnswer): void {
    this.kept.set(key, answer);
  }

  /** Drops all: somebody's texts must not stay in memory. */
  clear(): void {
    this.kept.clear();
  }
}
