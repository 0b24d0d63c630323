import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Get } from '../../view.js';
import type { DocumentId, ViewDocument, ViewStore } from '../../view-store.js';
import {
  findFirstVisibleFrom,
  maxTail,
  findNewestVisible,
  updateOrdinals,
  width,
  type OrdinalThread,
} from './ordinals.js';

/** Models the visible replies of a thread. Reply number n has the id 1000 + n. */
class Thread {
  readonly visible: boolean[] = [];
  reads = 0;
  private document: OrdinalThread = { id: 7, posted: 0, tail: [] };
  private readonly nodes = new Map<DocumentId, ViewDocument>();
  private readonly get: Get = <T extends ViewDocument>(_: string, id: DocumentId) => {
    this.reads++;
    return (this.nodes.get(id) ?? null) as T | null;
  };

  set(number: number, visible: boolean): { written: number; newest?: number | null } {
    const changed = updateOrdinals(this.document, { id: 1000 + number, number, isVisible: visible }, this.get);
    const deletesNewest = !visible && number === this.newest;
    const newest = deletesNewest ? { newest: findNewestVisible(this.document, number, changed, this.get) } : {};
    const { node } = changed;
    if (node) this.nodes.set(node.id, { ...node, pos: '' });
    this.document = { id: 7, posted: Math.max(this.document.posted, number + 1), tail: changed.tail };
    this.visible[number] = visible;
    return { written: node ? 1 : 0, ...newest };
  }

  findFrom(number: number): Promise<number | null> {
    const getMany = async (_: string, ids: readonly DocumentId[]) => {
      this.reads++;
      return ids.flatMap((id) => this.nodes.get(id) ?? []);
    };
    return findFirstVisibleFrom({ getMany } as Pick<ViewStore, 'getMany'>, this.document, number);
  }

  findIdFrom(number: number): number | null {
    const index = this.visible.findIndex((visible, n) => visible && n >= number);
    return index < 0 ? null : 1000 + index;
  }

  get newest(): number {
    return this.visible.lastIndexOf(true);
  }

  get newestId(): number | null {
    return this.newest < 0 ? null : 1000 + this.newest;
  }
}

describe('visible replies in a thread', () => {
  it('finds the latest and the next visible reply after any deletions and restorations', async () => {
    const step = fc.record({ range: fc.nat(2), at: fc.nat(1_000_000), restore: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2_500 }), fc.array(step, { maxLength: 60 }), async (posted, steps) => {
        const thread = new Thread();
        for (let n = 0; n < posted; n++) thread.set(n, true);
        for (const { range, at, restore } of steps) {
          const firstNumber = range === 1 ? Math.max(thread.newest, 0) : at % posted;
          const lastNumber = range === 2 ? posted - 1 : firstNumber;
          for (let n = lastNumber; n >= firstNumber; n--) {
            if (thread.visible[n] === restore) continue;
            const { newest } = thread.set(n, restore);
            if (newest !== undefined) expect(newest).toBe(thread.newestId);
          }
          for (const n of [0, firstNumber, at % posted, posted - 1, posted])
            expect(await thread.findFrom(n)).toBe(thread.findIdFrom(n));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('finds the first visible reply after a number whose own group has none', async () => {
    const thread = new Thread();
    for (let n = 0; n < width + 3; n++) thread.set(n, true);
    for (const n of [width - 2, width - 1]) thread.set(n, false);
    for (const n of [width - 2, width - 1]) expect(await thread.findFrom(n)).toBe(1000 + width);
  });

  it('skips runs of deleted replies with few reads', async () => {
    const thread = new Thread();
    const threadCount = 10 * width;
    for (let n = 0; n < threadCount; n++) thread.set(n, true);
    for (let n = threadCount - 2; n > 0; n--) thread.set(n, false);
    thread.reads = 0;
    expect(thread.set(threadCount - 1, false)).toEqual({ written: 1, newest: 1000 });
    expect(thread.reads).toBeLessThanOrEqual(10);
    thread.set(threadCount - 1, true);
    thread.reads = 0;
    expect(await thread.findFrom(1)).toBe(1000 + threadCount - 1);
    expect(thread.reads).toBeLessThanOrEqual(3);
    thread.set(threadCount - 1, false);
    expect(thread.set(0, false)).toMatchObject({ newest: null });
    expect(await thread.findFrom(0)).toBeNull();
  });

  it('writes a separate document only once every few replies', () => {
    const thread = new Thread();
    const writeCounts = Array.from({ length: width }, (_, n) => thread.set(n, true).written);
    expect(writeCounts).toEqual(writeCounts.map((_, n) => ((n + 1) % maxTail === 0 ? 1 : 0)));
    expect(thread.set(width, true).written).toBe(0);
    expect(thread.set(width, false)).toEqual({ written: 0, newest: 1000 + width - 1 });
    for (let n = width - 1; n >= 0; n--) expect(thread.set(n, false)).toEqual({ written: 1, newest: thread.newestId });
  });
});
