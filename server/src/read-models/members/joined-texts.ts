/** A change of a text joins those of its block again, and a search reads only blocks that may have its text. */
const blockSize = 512;
/** A power of two. Three characters set one bit: the texts of a block set some thousand, and a part needs all of its own. */
const signatureBits = 2 ** 15;

interface Block {
  count: number;
  /** Made when a search first needs it. */
  joined: Joined | null;
}

interface Joined {
  /** All texts of the block, each with a line break behind it. */
  text: string;
  /** Where each begins, and where the last ends. */
  starts: Uint32Array;
  signature: Uint32Array;
}

/**
 * The texts of a list, which have no line breaks, for searches by a part of them. They are joined: to read each by itself,
 * which are anywhere in memory, takes ten times as long. No block is empty, and only one with more than twice a block's
 * size is split.
 */
export class JoinedTexts {
  private readonly blocks: Block[] = [];

  /** @param read the texts from one index to before another, of the list as it is now */
  constructor(
    length: number,
    private readonly read: (from: number, to: number) => readonly string[],
  ) {
    for (let from = 0; from < length; from += blockSize)
      this.blocks.push({ count: Math.min(blockSize, length - from), joined: null });
  }

  /** The list has another text at an index, before the one that was there. */
  inserted(index: number): void {
    const n = this.blockAt(index);
    const count = (this.blocks[n]?.count ?? 0) + 1;
    const counts = count > 2 * blockSize ? [blockSize, count - blockSize] : [count];
    this.blocks.splice(n, 1, ...counts.map((count) => ({ count, joined: null })));
  }

  /** The list no longer has the text at an index. */
  removed(index: number): void {
    const n = this.blockAt(index);
    const count = (this.blocks[n]?.count ?? 0) - 1;
    this.blocks.splice(n, 1, ...(count > 0 ? [{ count, joined: null }] : []));
  }

  /** The indexes of the texts that contain one, from an index on, ascending. */
  *containing(text: string, from = 0): Generator<number> {
    const needed = [...signatureOf(text).entries()].filter(([, bits]) => bits !== 0);
    let first = 0;
    for (const block of this.blocks) {
      const end = first + block.count;
      if (end > from) {
        const joined = (block.joined ??= join(this.read(first, end)));
        if (needed.every(([n, bits]) => ((joined.signature[n] ?? 0) & bits) >>> 0 === bits))
          for (const index of indexesIn(joined, text)) if (first + index >= from) yield first + index;
      }
      first = end;
    }
  }

  /** The block with an index; the last one for an index behind it. */
  private blockAt(index: number): number {
    let end = 0;
    const found = this.blocks.findIndex(({ count }) => index < (end += count));
    return found >= 0 ? found : Math.max(0, this.blocks.length - 1);
  }
}

function join(texts: readonly string[]): Joined {
  const text = texts.map((text) => `${text}\n`).join('');
  const starts = new Uint32Array(texts.length + 1);
  for (const [n, { length }] of texts.entries()) starts[n + 1] = (starts[n] ?? 0) + length + 1;
  return { text, starts, signature: signatureOf(text) };
}

/** A bit for each three successive characters. */
function signatureOf(text: string): Uint32Array {
  const signature = new Uint32Array(signatureBits / 32);
  let [before, last] = [text.charCodeAt(0), text.charCodeAt(1)];
  for (let at = 2; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const bit = (before * 961 + last * 31 + code) & (signatureBits - 1);
    signature[bit >>> 5] = (signature[bit >>> 5] ?? 0) | (1 << (bit & 31));
    [before, last] = [last, code];
  }
  return signature;
}

function indexesIn({ text: texts, starts }: Joined, text: string): number[] {
  const found: number[] = [];
  for (let at = texts.indexOf(text); at >= 0 && at < texts.length;) {
    const index = lastStart(starts, at);
    found.push(index);
    at = texts.indexOf(text, starts[index + 1]);
  }
  return found;
}

/** The index of the text that a character is in. */
function lastStart(starts: Uint32Array, at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}
