import { LRUCache } from 'lru-cache';

export interface KeptAnswer {
  /** The state that it was made of. */
  stamp: string;
  body: Buffer;
  etag: string;
  /** Of the next page, where there is one. */
  cursor: string | null;
}

const keptBytes = 32 * 2 ** 20;
/** Of an entry beside its body and key, about. */
const overhead = 500;

/** Answers that are the same for everybody of a role, by role and address. */
export class AnswerCache {
  private readonly kept = new LRUCache<string, KeptAnswer>({
    maxSize: keptBytes,
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
