import { MemoryLog } from '@guildhall/event-store/memory-log.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inThisThread } from './builder.js';
import { openLiveViews } from './live-generation.js';
import { appendHistory } from './testing/append-history.js';
import { History } from './testing/random-history.js';
import { smallViews } from './testing/small-views.js';
import { contentsOf, newSqlitePlace, schemaOf } from './testing/view-places.js';
import type { ViewStorePlace } from './testing/view-store-place.js';
import type { View } from './view.js';
import type { ViewGenerations } from './view-store.js';

describe('The live views at a start', () => {
  let place: ViewStorePlace;
  let generations: ViewGenerations;
  let log: MemoryLog;
  const history = new History();
  history.createThread(1, { sectionId: 1, subsectionId: null }, 'a thread');
  beforeEach(async () => {
    place = await newSqlitePlace();
    generations = await place.open(schemaOf(smallViews));
    log = new MemoryLog();
    await appendHistory(log, history);
  });
  afterEach(async () => {
    await log.close();
    await generations.close();
    await place.remove();
  });
  const builder = (views: readonly View[] = smallViews) => vi.fn(inThisThread({ log, generations, views, epoch: 1 }));

  it('are built on a fresh installation, and opened as they are from then on', async () => {
    const build = builder();
    const store = await openLiveViews(generations, { log: 'log-a', views: 1 }, build);
    expect(await generations.live()).toEqual({ log: 'log-a', views: 1, generation: 1 });
    expect((await contentsOf(store, smallViews)).counts).toMatchObject([{ threads: 1 }]);
    expect((await openLiveViews(generations, { log: 'log-a', views: 1 }, build)).generation).toBe(1);
    expect(build).toHaveBeenCalledTimes(1);
  });

  it('are built anew when they were folded from another log', async () => {
    await openLiveViews(generations, { log: 'log-b', views: 1 }, builder());
    const store = await openLiveViews(generations, { log: 'log-a', views: 1 }, builder());
    expect(store.generation).toBe(2);
    expect(await generations.live()).toEqual({ log: 'log-a', views: 1, generation: 2 });
  });

  it('are built anew when they were folded by another version of the views', async () => {
    await openLiveViews(generations, { log: 'log-a', views: 1 }, builder());
    const store = await openLiveViews(generations, { log: 'log-a', views: 2 }, builder());
    expect(store.generation).toBe(2);
    expect(await generations.live()).toEqual({ log: 'log-a', views: 2, generation: 2 });
  });

  it('are built anew when they are gone', async () => {
    await openLiveViews(generations, { log: 'log-a', views: 1 }, builder());
    await generations.drop(1);
    const store = await openLiveViews(generations, { log: 'log-a', views: 1 }, builder());
    expect((await contentsOf(store, smallViews)).counts).toMatchObject([{ threads: 1 }]);
  });

  it('stand before an event that cannot be projected, which is the runner’s to skip', async () => {
    const strict: View = {
      schema: {},
      project: ({ type }) => {
        if (type === 'ThreadCreated.v1') throw new Error('spoiled');
        return [];
      },
    };
    const store = await openLiveViews(generations, { log: 'log-a', views: 1 }, builder([...smallViews, strict]));
    expect((await store.checkpoint()) < history.events.at(-1)!.position).toBe(true);
    expect(await generations.live()).toEqual({ log: 'log-a', views: 1, generation: 1 });
  });

  it('are not named live when building them fails', async () => {
    const failing = () => Promise.reject(new Error('disk full'));
    await expect(openLiveViews(generations, { log: 'log-a', views: 1 }, failing)).rejects.toThrow('disk full');
    expect(await generations.live()).toBeNull();
  });
});
