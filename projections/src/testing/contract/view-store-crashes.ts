import { describe, expect, it } from 'vitest';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { ViewDocument, ViewStore, ViewWrite } from '../../view-store.js';
import type { Fixture } from './fixture.js';
import { buildEventAt, buildPage, put } from '../store-fixture.js';

const earlierWrites: ViewWrite[] = [put('posts', 1, 1, { number: 1 }), put('posts', 2, 1), put('members', 'a', 1)];
const during: ViewWrite[] = [
  put('posts', 1, 3, { number: 2 }),
  put('posts', 2, 4),
  put('posts', 3, 4, { thread: 1 }),
  put('members', 'a', 2, { name: 'Al' }),
  put('members', 'b', 5, { name: 'Bo' }),
];

export function testCrashes(fixture: Fixture): void {
  describe.each(Array.from({ length: during.length + 1 }, (_, i) => i))('crash at document %i of a page', (n) => {
    const crash = async (): Promise<void> => {
      await fixture.store.apply(buildPage(1, earlierWrites));
      await fixture.reopen({
        afterWrite: (written) => {
          if (written === n) throw new Error('crash');
        },
      });
      await expect(fixture.store.apply(buildPage(5, during))).rejects.toThrow('crash');
      await fixture.reopen();
    };

    it('the next writer recovers the same documents as without a crash', async () => {
      await crash();
      await fixture.store.recover(2);
      const checkpoint = await fixture.store.readCheckpoint();
      expect([toPosition(1), toPosition(5)]).toContain(checkpoint);
      const documents = await readContents(fixture.store);
      if (checkpoint === toPosition(1)) expect(documents).toEqual(listDocuments(earlierWrites));
      else expect(documents).toEqual(listDocuments(during));

      await fixture.store.apply(buildPage(5, during, 2));
      expect(await readContents(fixture.store)).toEqual(listDocuments(during));
      await fixture.store.apply(buildPage(6, [put('posts', 3, 6)], 2));
      expect(await fixture.store.readCheckpoint()).toBe(toPosition(6));
    });

    it('reports the last event of the documents before and after recovery', async () => {
      await crash();
      const last = await fixture.store.readLastEvent();
      await fixture.store.recover(2);
      expect(last).toEqual(buildEventAt(await fixture.store.readCheckpoint()));
      expect(await fixture.store.readLastEvent()).toEqual(last);
    });

    it('applying the page again without recovery writes the same documents', async () => {
      await crash();
      await fixture.store.apply(buildPage(5, during));
      expect(await readContents(fixture.store)).toEqual(listDocuments(during));
      expect(await fixture.store.readCheckpoint()).toBe(toPosition(5));
    });
  });

  it('recovery changes nothing if no work is unfinished', async () => {
    await fixture.store.apply(buildPage(1, earlierWrites));
    await fixture.store.recover(1);
    await fixture.reopen();
    await fixture.store.recover(2);
    await fixture.store.recover(2);
    expect(await readContents(fixture.store)).toEqual(listDocuments(earlierWrites));
    expect(await fixture.store.readCheckpoint()).toBe(toPosition(1));
  });
}

const listDocuments = (writes: readonly ViewWrite[]) => writes.map(({ document }) => document);

async function readContents(store: ViewStore): Promise<ViewDocument[]> {
  const documents: ViewDocument[] = [];
  for (const collection of ['posts', 'members']) {
    for await (const batch of store.scan(collection)) documents.push(...batch);
  }
  return documents;
}
