import { createEventReference } from '@guildhall/event-store/event-reference.js';
import { beginning } from '@guildhall/event-store/port.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageFold, liveLimits } from './page-fold.js';
import { readPrunedTo, pruneChanges } from './prune-changes.js';
import { History } from '../testing/random-history.js';
import { smallViews } from '../testing/small-views.js';
import type { CountDocument } from '../testing/small-views.js';
import { createSqliteFixture, mergeSchemas } from '../testing/store-fixtures.js';
import type { StoreFixture } from '../testing/store-fixture.js';
import { makeUnreachable } from '../testing/unreachable-store.js';
import type { View } from '../view.js';
import { StoreUnavailable } from '../view-store.js';
import type { ViewDocument, ViewGenerations, ViewStore } from '../view-store.js';

const samplePlace = { sectionId: 1, subsectionId: null };
const failingView: View = {
  schema: { nothing: { indexes: [] } },
  project: (event) => {
    if (event.type === 'ReplyPosted.v1') throw new Error('cannot take replies');
    return [];
  },
};

describe('projecting a page of events', () => {
  let place: StoreFixture;
  let generations: ViewGenerations;
  let store: ViewStore;
  let history: History;
  beforeEach(async () => {
    place = await createSqliteFixture();
    generations = await place.open(mergeSchemas([...smallViews, failingView]));
    store = await generations.open(1);
    history = new History();
  });
  afterEach(async () => {
    await generations.close();
    await place.remove();
  });

  const openFold = (views: readonly View[] = smallViews, pageEvents = 500) =>
    PageFold.open(store, views, { ...liveLimits, pageEvents });
  const getOne = async (collection: string, id: string | number) => (await store.getMany(collection, [id]))[0];

  it('a view sees each document as earlier events left it', async () => {
    const thread = history.createThread(1, samplePlace, 'first');
    history.reply(thread, 2, 'second');
    const observedValues = new Map<string, number | undefined>();
    const watchingView: View = {
      schema: {},
      project: ({ id }, get) => {
        observedValues.set(id, get<CountDocument>('counts', 'all')?.threads);
        return [];
      },
    };
    const fold = await openFold([...smallViews, watchingView]);
    const [created, replyPosted] = history.events.slice(-2);
    await fold.add(created!);
    await fold.add(replyPosted!);
    await fold.apply(1);
    expect([...observedValues.values()]).toEqual([undefined, 1]);
    observedValues.clear();
    await (await openFold([...smallViews, watchingView])).add(replyPosted!);
    expect([...observedValues.values()]).toEqual([1]);
  });

  it('reads all documents that the views request in a single batch', async () => {
    history.createThread(1, samplePlace, 'first');
    const firstFold = await openFold();
    for (const event of history.events) await firstFold.add(event);
    await firstFold.apply(1);
    history.reply(1000, 2, 'second');
    const observedValues: unknown[] = [];
    const buildReadingView = (...ids: string[]): View => ({
      schema: {},
      project: (_event, get) => {
        observedValues.push(ids.map((id) => get<CountDocument>('counts', id)?.threads ?? null));
        return [];
      },
    });
    const fold = await openFold([...smallViews, buildReadingView('all', 'x'), buildReadingView('y')]);
    const getMany = vi.spyOn(store, 'getMany');
    await fold.add(history.events.at(-1)!);
    const ofCounts = getMany.mock.calls.filter(([collection]) => collection === 'counts').map(([, ids]) => ids);
    expect(ofCounts).toEqual([['all', 'x', 'y']]);
    expect(observedValues.slice(-2)).toEqual([[1, null], [null]]);
    getMany.mockRestore();
  });

  it('retries a view that throws because a document has not been read yet', async () => {
    history.createThread(1, samplePlace, 'first');
    const firstFold = await openFold();
    for (const event of history.events) await firstFold.add(event);
    await firstFold.apply(1);
    history.reply(1000, 2, 'second');
    const strictView: View = {
      schema: {},
      project: (_event, get) => {
        if (!get('counts', 'all')) throw new Error('nothing is counted');
        return [];
      },
    };
    const fold = await openFold([...smallViews, strictView]);
    await fold.add(history.events.at(-1)!);
    expect(fold.events).toBe(1);
  });

  it('applies no part of an event if a document cannot be read', async () => {
    history.createThread(1, samplePlace, 'first');
    const { flaky } = makeUnreachable(store, { getMany: 1 });
    const fold = await PageFold.open(flaky, smallViews, liveLimits);
    await expect(fold.add(history.events.at(-1)!)).rejects.toThrow(StoreUnavailable);
    expect(fold.events).toBe(0);
    await fold.add(history.events.at(-1)!);
    expect((await fold.apply(1)).writes.length).toBeGreaterThan(0);
  });

  it('prefetches the documents of upcoming events in few reads', async () => {
    for (let n = 0; n < 300; n++) history.createThread(1, samplePlace, `thread ${n}`);
    const getReads = async (announcedEvents: typeof history.events) => {
      const getMany = vi.spyOn(store, 'getMany');
      const fold = await openFold();
      fold.announce(announcedEvents);
      for (const event of history.events) await fold.add(event);
      const ids = getMany.mock.calls.map(([, requestedIds]) => requestedIds.length);
      getMany.mockRestore();
      return ids;
    };
    const [sharedReads, separateReads] = [await getReads(history.events), await getReads([])];
    expect(sharedReads).toHaveLength(5); // There is one for the counts, and one per 100 or so events for the streams.
    expect(separateReads.length).toBeGreaterThan(300);
    const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
    expect(sum(sharedReads)).toBe(sum(separateReads));
  });

  it('writes each document once, with the position of its last change', async () => {
    const thread = history.createThread(1, samplePlace, 'first');
    history.reply(thread, 2, 'second');
    history.add('strange-1', { type: 'NobodyKnows.v9', data: {} });
    const fold = await openFold();
    for (const event of history.events) await fold.add(event);
    const { writes, last } = await fold.apply(1);
    const [replyPosted, unknown] = history.events.slice(-2);
    expect(last).toEqual(createEventReference(unknown!));
    expect(writes.filter(({ collection }) => collection === 'counts')).toHaveLength(1);
    expect(await getOne('counts', 'all')).toEqual({ id: 'all', threads: 1, replies: 1, pos: replyPosted!.position });
    expect(await store.readCheckpoint()).toBe(unknown!.position);
  });

  it('an event is applied to no view if one of them throws', async () => {
    const thread = history.createThread(1, samplePlace, 'first');
    history.reply(thread, 2, 'second');
    const fold = await openFold([...smallViews, failingView]);
    for (const event of history.events.slice(0, -1)) await fold.add(event);
    await expect(fold.add(history.events.at(-1)!)).rejects.toThrow('cannot take replies');
    await fold.apply(1);
    expect(await getOne('counts', 'all')).toMatchObject({ threads: 1, replies: 0 });
    expect(await getOne('streams', 'post-5000')).toBeUndefined();
    expect(await store.readCheckpoint()).toBe(history.events.at(-2)!.position);
  });

  it('does not write a document that a view returns unchanged', async () => {
    const thread = history.createThread(1, samplePlace, 'first');
    history.reply(thread, 2, 'second');
    const unchangedView: View = {
      schema: { marks: { indexes: [] } },
      project: (_event, get) => {
        const mark = get<ViewDocument>('counts', 'all');
        return mark ? [{ collection: 'counts', document: { ...mark, absent: undefined } }] : [];
      },
    };
    const [created, replyPosted] = history.events.slice(-2);
    const firstFold = await openFold();
    await firstFold.add(created!);
    await firstFold.apply(1);
    const fold = await openFold([...smallViews.slice(1), { ...unchangedView, schema: smallViews[0]!.schema }]);
    await fold.add(replyPosted!);
    const { writes } = await fold.apply(1);
    expect(writes.map(({ collection }) => collection).sort()).toEqual(['lines', 'streams']);
    expect(await getOne('counts', 'all')).toMatchObject({ pos: created!.position });
  });

  it('rejects an event that changes the same document twice', async () => {
    const duplicateView: View = {
      schema: { counts: { indexes: [] } },
      project: () => [1, 2].map((threads) => ({ collection: 'counts', document: { id: 'all', threads } })),
    };
    await expect((await openFold([duplicateView])).add(history.events[0]!)).rejects.toThrow('changes counts all twice');
  });

  it('detects a duplicate among many changes, but allows equal ids in two collections', async () => {
    const buildManyChanges = (last: number): View => ({
      schema: { counts: { indexes: [] }, streams: { indexes: [] } },
      project: () => [
        ...Array.from({ length: 50 }, (_, n) => ({ collection: 'counts', document: { id: n } })),
        { collection: 'streams', document: { id: 1 } },
        { collection: 'counts', document: { id: last } },
      ],
    });
    await expect((await openFold([buildManyChanges(7)])).add(history.events[0]!)).rejects.toThrow(
      'changes counts 7 twice',
    );
    const fold = await openFold([buildManyChanges(50)]);
    await fold.add(history.events[0]!);
    expect((await fold.apply(1)).writes).toHaveLength(52);
  });

  it('rejects an entire event if it changes an undeclared collection', async () => {
    const undeclaredView: View = { schema: {}, project: () => [{ collection: 'ghosts', document: { id: 1 } }] };
    const fold = await openFold([...smallViews, undeclaredView]);
    await expect(fold.add(history.events[0]!)).rejects.toThrow('No view declares the collection ghosts');
    fold.advance(history.events[0]!);
    expect((await fold.apply(1)).writes).toEqual([]);
  });

  it('limits a page by number of events and by 4 MiB of documents', async () => {
    const thread = history.createThread(1, samplePlace, 'first');
    for (let n = 0; n < 20; n++) history.reply(thread, 1, 'x'.repeat(250_000));
    const smallFold = await openFold(smallViews, 3);
    const large = await openFold();
    const fullPositions: number[] = [];
    for (const event of history.events) {
      if (smallFold.events < 3) await smallFold.add(event);
      if (large.full) break;
      await large.add(event);
      if (large.full) fullPositions.push(large.events);
    }
    expect(smallFold.full).toBe(true);
    expect(fullPositions).toEqual([7 + 17]); // 16 replies of 250,000 characters fit into 4 MiB, but 17 do not.
  });

  it('does not write pruned documents again', async () => {
    history.createThread(1, samplePlace, 'first');
    const [prunedEvent, retainedEvent] = history.events.slice(-2);
    await pruneChanges(store, smallViews, retainedEvent!.position);
    const fold = await openFold();
    for (const event of history.events) await fold.add(event);
    await fold.apply(1);
    expect(await getOne('lines', prunedEvent!.position)).toBeUndefined();
    expect(await getOne('lines', retainedEvent!.position)).toBeDefined();
  });

  it('processing older events does not restore pruned documents', async () => {
    history.createThread(1, samplePlace, 'first');
    const from = history.events.at(-1)!.position;
    await pruneChanges(store, smallViews, from);
    const fold = await openFold();
    for (const event of history.events) await fold.add(event);
    await fold.apply(1);
    expect((await store.find('lines', {})).map(({ id }) => id)).toEqual([from]);
  });

  it('marks a collection as incomplete before pruning it', async () => {
    store.prune = () => Promise.reject(new Error('cut short'));
    await expect(pruneChanges(store, smallViews, '00000000000000000007')).rejects.toThrow('cut short');
    expect(await readPrunedTo(store)).toBe('00000000000000000007');
  });

  it('reports a failed read as an unavailable store rather than a faulty event', async () => {
    const brokenStore: ViewStore = Object.assign(Object.create(store) as ViewStore, {
      getMeta: async () => null,
      getMany: async () => Promise.reject(new Error('disk I/O error')),
    });
    const fold = await PageFold.open(brokenStore, smallViews, liveLimits);
    await expect(fold.add(history.events[0]!)).rejects.toThrow(StoreUnavailable);
    expect(await store.readCheckpoint()).toBe(beginning);
  });
});
