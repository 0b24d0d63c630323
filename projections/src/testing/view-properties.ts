import { beginning } from '@guildhall/event-store/port.js';
import type { EventLog, StoredEvent } from '@guildhall/event-store/port.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildGeneration } from '../rebuild/build-generation.js';
import type { View } from '../view.js';
import type { ViewDocument, ViewGenerations } from '../view-store.js';
import { randomHistory } from './random-history.js';
import { readContents, mergeSchemas } from './store-fixtures.js';
import type { CreateStoreFixture, StoreFixture } from './store-fixture.js';

const timeoutMs = 600_000;

type Contents = Record<string, ViewDocument[]>;

export function testViewProperties(
  name: string,
  views: readonly View[],
  makePlace: CreateStoreFixture,
  runs: number,
): void {
  describe(`${name} after any history`, () => {
    let place: StoreFixture;
    beforeAll(async () => {
      place = await makePlace();
    });
    afterAll(() => place.remove());

    const runInFreshGeneration = async <T>(
      use: (generations: ViewGenerations, generation: number) => Promise<T>,
      afterWrite?: (written: number) => void,
    ): Promise<T> => {
      const generations = await place.open(mergeSchemas(views), afterWrite ? { afterWrite } : {});
      const generation = Math.max(0, ...(await generations.list())) + 1;
      await generations.open(generation);
      return use(generations, generation).finally(() => generations.close());
    };

    const fold = (events: readonly StoredEvent[], pageEvents: number): Promise<Contents> =>
      runInFreshGeneration(async (generations, generation) => {
        const store = await generations.open(generation);
        await buildGeneration({
          log: createLog(events),
          store,
          views: views.map(freezeArguments),
          epoch: 1,
          pageEvents,
        });
        const contents = await readContents(store, views);
        await generations.drop(generation);
        return contents;
      });

    it('a view produces the same documents on every run and with any page size', { timeout: timeoutMs }, async () => {
      await fc.assert(
        fc.asyncProperty(randomHistory, fc.integer({ min: 2, max: 20 }), async (events, pageEvents) => {
          const wholeFold = await fold(events, 1000);
          expect(await fold(events, 1000)).toEqual(wholeFold);
          expect(await fold(events, 1)).toEqual(wholeFold);
          expect(await fold(events, pageEvents)).toEqual(wholeFold);
        }),
        { numRuns: runs },
      );
    });

    it('a view produces the same documents after a crash at any write', { timeout: timeoutMs }, async () => {
      await fc.assert(
        fc.asyncProperty(
          randomHistory,
          fc.integer({ min: 1, max: 20 }),
          fc.integer({ min: 0, max: 60 }),
          async (events, pageEvents, crashAfter) => {
            const build = { log: createLog(events), views, epoch: 1, pageEvents };
            let writes = 0;
            const crash = () => {
              if (writes++ === crashAfter) throw new Error('crash');
            };
            const generation = await runInFreshGeneration(async (generations, number) => {
              const store = await generations.open(number);
              await buildGeneration({ ...build, store }).catch(() => undefined);
              return number;
            }, crash);
            const generations = await place.open(mergeSchemas(views));
            const store = await generations.open(generation);
            await buildGeneration({ ...build, store });
            const contents = await readContents(store, views);
            await generations.drop(generation);
            await generations.close();
            expect(contents).toEqual(await fold(events, 1000));
          },
        ),
        { numRuns: runs },
      );
    });
  });
}

function createLog(events: readonly StoredEvent[]): Pick<EventLog, 'readAll'> {
  return {
    readAll: async (after, limit) => {
      const start = after === beginning ? 0 : events.findIndex(({ position }) => position === after) + 1;
      return events.slice(start, start + limit);
    },
  };
}

function freezeArguments(view: View): View {
  return {
    schema: view.schema,
    project: (event, get) => view.project(deepFreeze(event), (collection, id) => deepFreeze(get(collection, id))),
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
