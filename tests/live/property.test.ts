import { eventTypes } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { TopicChange } from '@guildhall/projections/views/changes/document.js';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { forumActions } from '../support/live/world/forum-actions.js';
import { gameActions } from '../support/live/world/game-actions.js';
import { memberActions } from '../support/live/world/member-actions.js';
import { findDifferences, openPages, waitUntilAllCaughtUp, type OpenPage } from '../support/live/world/open-pages.js';
import { staffActions } from '../support/live/world/staff-actions.js';
import { World, type Action } from '../support/live/world/world.js';
import { seedOfRun } from '../support/random.js';

const allActions: Readonly<Record<string, Action>> = {
  ...forumActions,
  ...memberActions,
  ...staffActions,
  ...gameActions,
};
const names = Object.keys(allActions);
const actionsPerComparison = 6;
const seed = seedOfRun();
const worlds: { world: World; pages: OpenPage[] }[] = [];

afterEach(closeAll);

async function closeAll(): Promise<void> {
  for (const { world, pages } of worlds.splice(0)) {
    await Promise.all(pages.map(({ page }) => page.close()));
    await world.site.stop();
  }
}

async function openWorld(choices: number): Promise<{ world: World; pages: OpenPage[] }> {
  const world = await World.start(choices);
  const openedWorld = { world, pages: await openPages(world) };
  worlds.push(openedWorld);
  return openedWorld;
}

async function runSequence({ world, pages }: { world: World; pages: OpenPage[] }, sequence: readonly string[]) {
  for (let n = 0; n < sequence.length; n += actionsPerComparison) {
    const doneActions = sequence.slice(n, n + actionsPerComparison);
    for (const name of doneActions) await allActions[name]?.(world);
    const [difference] = await findDifferences(pages, await waitUntilAllCaughtUp(world, pages));
    const location = JSON.stringify([difference?.who, difference?.pageKind]);
    expect(difference?.old, `${location} after ${doneActions.join(', ')}`).toEqual(difference?.fresh);
  }
}

const sequences = fc
  .tuple(
    fc.shuffledSubarray(names, { minLength: names.length }),
    fc.array(fc.constantFrom(...names), { maxLength: 40 }),
  )
  .map(([each, more]) => [...each, ...more]);

describe('open page with live updates', () => {
  // Notifications and staff lists are compared without their derived fields (see fetched-screens.ts).
  test('an open page is identical to a new one after random actions of every kind', async () => {
    console.log(`SEED=${seed}`);
    const writtenTypes = new Set<string>();
    const property = fc.asyncProperty(sequences, fc.nat(), async (sequence, choices) => {
      const openedWorld = await openWorld(choices);
      const { log } = openedWorld.world.site.services;
      const startPosition = await log.readHead();
      await runSequence(openedWorld, sequence);
      for (const event of await log.readAll(startPosition, 100_000))
        if (!isFence(event, openedWorld.world)) writtenTypes.add(event.type);
      for (const { page } of openedWorld.pages) expect(page.counts.doubled).toBe(0);
      await closeAll();
    });
    await fc.assert(property, { seed, numRuns: 1, endOnFailure: true });
    // Every log begins with this event.
    expect(eventTypes.filter((type) => !writtenTypes.has(type))).toEqual(['LogCreated.v1']);
  });

  test.for([
    ['post', 'edit a reply', 'thread'],
    ['summary', 'edit a thread', 'site'],
    ['wallpost', 'write on a wall', 'profile'],
    ['list', 'report something', 'reports'],
    ['follows', 'follow the other way', 'profile'],
    ['recount', 'restore a thread', 'marks'],
    ['reload', 'show an upload that an Admin removes', 'section'],
  ] as const)(
    'an open page differs from a new one if rows of the kind %s are not broadcast',
    async ([kind, act, where]) => {
      const openedWorld = await openWorld(1);
      await runSequence(openedWorld, [act]);
      dropChanges(openedWorld.world, kind);
      await expect(runSequence(openedWorld, [act])).rejects.toThrow(where);
    },
  );
});

/** Recognises the last event written: once it has arrived, so have all earlier ones. */
function isFence({ type, data }: StoredEvent, { writer }: World): boolean {
  const { userId, authorId } = data as { userId?: number; authorId?: number };
  return (type === 'AccountChanged.v1' && userId === writer.id) || authorId === writer.id;
}

/** Prevents changes of this kind from reaching the gateway. */
function dropChanges({ site }: World, kind: string): void {
  const { views } = site.services;
  const changesBetween = views.findChangesBetween.bind(views);
  const listOtherChanges = (rows: readonly TopicChange[]) => rows.filter((change) => change.kind !== kind);
  views.findChangesBetween = async (...range) =>
    (await changesBetween(...range)).map((changes) => ({ ...changes, rows: listOtherChanges(changes.rows) }));
}
