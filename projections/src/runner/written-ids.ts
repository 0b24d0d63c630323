import type { DocumentId } from '../view-store.js';

const words = 2 ** 20; // of 32 bits
const bitsOfId = 3;

/**
 * Which documents were written: a Bloom filter, so that its memory is bounded. It may take a document for a written one,
 * after a million of them one of two thousand, after ten millions one of five; never the other way round.
 */
export class WrittenIds {
  /** Asked for last: most of those are added next. */
  private lastId: DocumentId | undefined;
  private lastHash = 0;

  private constructor(
    private readonly bits: Uint32Array,
    private readonly seed: number,
  ) {}

  /** For each collection, in one piece of memory. */
  static ofCollections(names: Iterable<string>): ReadonlyMap<string, WrittenIds> {
    const bits = new Uint32Array(words);
    return new Map([...names].map((name) => [name, new WrittenIds(bits, hashOf(name, 0))]));
  }

  add(id: DocumentId): void {
    let hash = this.hashOf(id);
    const step = mixed(hash) | 1;
    for (let n = 0; n < bitsOfId; n++, hash = (hash + step) | 0) {
      const word = hash >>> 12; // the upper 20 bits choose the word, the lower 5 the bit
      this.bits[word] = (this.bits[word] ?? 0) | (1 << (hash & 31));
    }
  }

  mayHave(id: DocumentId): boolean {
    let hash = this.hashOf(id);
    const step = mixed(hash) | 1;
    for (let n = 0; n < bitsOfId; n++, hash = (hash + step) | 0) {
      if (((this.bits[hash >>> 12] ?? 0) & (1 << (hash & 31))) === 0) return false;
    }
    return true;
  }

  private hashOf(id: DocumentId): number {
    if (id !== this.lastId) {
      this.lastHash = hashOf(id, this.seed);
      this.lastId = id;
    }
    return this.lastHash;
  }
}

function hashOf(id: DocumentId, seed: number): number {
  if (typeof id === 'number') return mixed(mixed(seed ^ id) ^ (id / 2 ** 32)); // ids have up to 53 bits
  let hash = seed;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return mixed(hash);
}

/** Spreads each bit over all of them, as MurmurHash3 does. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
