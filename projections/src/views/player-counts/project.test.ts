import type { ServerCount } from '@guildhall/domain/status/events.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History } from '../../testing/random-history.js';
import {
  findStepStart,
  playerCountsView,
  type PlayerCountDocument,
  type PlayerStep,
  type ServerCountDocument,
} from './project.js';

const formatSlot = (minutes: number) => new Date(Date.UTC(2026, 10, 21) + minutes * 60_000).toISOString();
type PlayerCount = [minutes: number, players: number | null, modes?: Record<string, number | null>];

function fold(counts: readonly PlayerCount[]) {
  const history = new History();
  for (const [minutes, players, modes = {}] of counts) {
    const slot = formatSlot(minutes);
    history.add(`status-${slot.slice(0, 7)}`, { type: 'PlayersCounted.v1', data: { slot, players, modes } });
  }
  return new FoldInMemory([playerCountsView], history.events);
}

const findCount = (folded: FoldInMemory, step: PlayerStep, minutes: number, series = '') =>
  folded.getOne<PlayerCountDocument>('playerCounts', `${step} ${formatSlot(minutes)} ${series}`);

describe('player counts per five minutes', () => {
  it('player counts update the sum and maximum of the hour and day', () => {
    const foldedViews = fold([
      [0, 10],
      [5, 20],
      [60, 3],
      [1435, 1],
      [1440, 7],
    ]);
    expect(findCount(foldedViews, '5m', 5)).toMatchObject({ known: 1, sum: 20, max: 20 });
    expect(findCount(foldedViews, '1h', 0)).toMatchObject({ known: 2, sum: 30, max: 20 });
    expect(findCount(foldedViews, '1h', 60)).toMatchObject({ known: 1, sum: 3, max: 3 });
    expect(findCount(foldedViews, '1d', 0)).toMatchObject({ known: 4, sum: 34, max: 20 });
    expect(findCount(foldedViews, '1d', 1440)).toMatchObject({ known: 1, sum: 7, max: 7 });
  });

  it('unknown player numbers do not count as zero', () => {
    const foldedViews = fold([
      [0, null],
      [5, 0],
      [60, null],
    ]);
    expect(findCount(foldedViews, '5m', 0)).toMatchObject({ known: 0, sum: 0, max: null });
    expect(findCount(foldedViews, '1h', 0)).toMatchObject({ known: 1, sum: 0, max: 0 });
    expect(findCount(foldedViews, '1h', 60)).toMatchObject({ known: 0, max: null });
  });

  it('counts the players of a time slot only once', () => {
    const foldedViews = fold([
      [0, 10, { Kingdoms: 4, constructor: 2 }],
      [0, 50, { kingdoms: 40 }],
    ]);
    expect(findCount(foldedViews, '1d', 0)).toMatchObject({ known: 1, sum: 10 });
    expect(findCount(foldedViews, '1d', 0, 'kingdoms')).toMatchObject({ known: 1, sum: 4 });
    expect(findCount(foldedViews, '1d', 0, 'constructor')).toMatchObject({ known: 1, sum: 2 });
  });

  it('adds up the states and players of game servers per hour and day', () => {
    const history = new History();
    const states: [number, ServerCount][] = [
      [0, { state: 'online', players: 4 }],
      [5, { state: 'online', players: null }],
      [10, { state: 'offline', players: null }],
      [60, { state: 'unknown', players: null }],
      [60, { state: 'online', players: 99 }],
      [65, { state: 'online', players: 8 }],
    ];
    for (const [minutes, server] of states) {
      const data = { slot: formatSlot(minutes), players: null, modes: {}, servers: { 61: server } };
      history.add(`status-${data.slot.slice(0, 7)}`, { type: 'PlayersCounted.v1', data });
    }
    const foldedViews = new FoldInMemory([playerCountsView], history.events);
    const findServerCount = (step: string, minutes: number) =>
      foldedViews.getOne<ServerCountDocument>('serverCounts', `${step} ${formatSlot(minutes)} 61`);
    expect(findServerCount('1h', 0)).toMatchObject({ serverId: 61, online: 2, offline: 1, known: 1, sum: 4, max: 4 });
    expect(findServerCount('1h', 60)).toMatchObject({ online: 1, offline: 0, known: 1, sum: 8, max: 8 });
    expect(findServerCount('1d', 0)).toMatchObject({ online: 3, offline: 1, known: 2, sum: 12, max: 8 });
    expect(foldedViews.listAll('serverCounts')).toHaveLength(3);
  });

  it('adds up any sequence of player counts correctly', () => {
    const count = fc.tuple(
      fc.nat(600).map((n) => n * 5),
      fc.option(fc.nat(500)),
      fc.constant({}),
    );
    fc.assert(
      fc.property(fc.array(count, { maxLength: 60 }), (counts) => {
        const foldedViews = fold(counts);
        const documents = foldedViews.listAll<PlayerCountDocument>('playerCounts');
        for (const { step, at, known, sum, max } of documents.filter((document) => document.step !== '5m')) {
          const within = documents.filter(
            (document) => document.step === '5m' && findStepStart(step, document.at) === at && document.known > 0,
          );
          expect(known).toBe(within.length);
          expect(sum).toBe(within.reduce((total, document) => total + document.sum, 0));
          expect(max).toBe(within.length === 0 ? null : Math.max(...within.map((document) => document.sum)));
        }
      }),
      { numRuns: 200 },
    );
  });
});
