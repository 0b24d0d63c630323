import { eventTypes, upcastEvent, type EventType } from '@guildhall/domain/events.js';
import { samples } from '@guildhall/domain/testing/samples.js';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FoldInMemory } from '../testing/fold-in-memory.js';
import { randomHistory } from '../testing/random-history.js';
import type { View } from '../view.js';
import { views } from './all-views.js';

/** The types whose events change a view that does not ask for them. */
function missedTypes(events: readonly StoredEvent[]): string[] {
  const missed: string[] = [];
  const watched = views.map((view): View => {
    const project: View['project'] = (event, get) => {
      const changes = view.project(event, get);
      const isAsked = !view.events || view.events.includes(event.type);
      if (changes.length > 0 && !isAsked) missed.push(`${event.type} of ${Object.keys(view.schema).join()}`);
      return changes;
    };
    return { ...view, project };
  });
  new FoldInMemory(watched, events);
  return missed;
}

test('A view names every event that changes it', () => {
  fc.assert(
    fc.property(randomHistory, (events) => {
      expect(missedTypes(events)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('A view names every event that changes it, also those that no random history has', () => {
  // Twice: what the second one changes is there by then.
  const twice = [...Object.entries(samples), ...Object.entries(samples)];
  const events = twice.map(([type, data], n): StoredEvent => {
    const metadata = { at: new Date(Date.UTC(2026, 0, 1, 12, n)).toISOString(), actorId: '103' };
    return { id: `${n}`, stream: 'sample', revision: n, position: toPosition(n + 1), type, data, metadata };
  });
  const shown = new Set(events.map(({ type, data }) => upcastEvent(type, data)?.type));
  expect(eventTypes.filter((type: EventType) => !shown.has(type))).toEqual([]);
  expect(missedTypes(events)).toEqual([]);
});
