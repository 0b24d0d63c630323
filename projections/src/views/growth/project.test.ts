import type { DomainEvent } from '@guildhall/domain/events.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlaceId } from '../places/project.js';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History, randomHistory } from '../../testing/random-history.js';
import { threadsView } from '../threads/project.js';
import { growthView, type DayDocument } from './project.js';
import { forum, position, getFrom, sample } from '../../testing/sample-events.js';

const projectDays = (events: History['events']) =>
  new FoldInMemory([growthView, threadsView], events).listAll<DayDocument>('days');
const sumField = (days: readonly DayDocument[], field: 'registered' | 'verified' | 'threads' | 'replies') =>
  days.reduce((total, day) => total + day[field], 0);

describe('daily growth', () => {
  it('counts threads and replies in the place where they were posted', () => {
    const history = new History();
    const [news, builds] = [
      { sectionId: 1, subsectionId: null },
      { sectionId: 1, subsectionId: 11 },
    ];
    const thread = history.createThread(1, news, 'Hello');
    history.createThread(2, builds, 'A tower');
    history.reply(thread, 2, 'Hello!');
    const days = projectDays(history.events);
    const getDay = (place: string) => days.filter((day) => day.place === place);
    expect(getDay(toPlaceId(news))).toMatchObject([{ threads: 1, replies: 1, registered: 0 }]);
    expect(getDay(toPlaceId(builds))).toMatchObject([{ threads: 1, replies: 0 }]);
    expect(getDay('')).toMatchObject([{ registered: 3, verified: 3, threads: 0 }]);
  });

  it('daily growth uses UTC days', () => {
    const history = new History();
    history.createThread(1, { sectionId: 1, subsectionId: null }, 'Late');
    history.createThread(1, { sectionId: 1, subsectionId: null }, 'Early');
    const at = ['2026-11-21T23:59:59.999Z', '2026-11-22T00:00:00.000Z'];
    const events = history.events.slice(-2).map((event, n) => ({ ...event, metadata: { at: at[n] ?? '' } }));
    expect(projectDays(events).map(({ day, threads }) => [day, threads])).toEqual([
      ['2026-11-21', 1],
      ['2026-11-22', 1],
    ]);
  });

  it('counts every account, thread and reply exactly once in any history', () => {
    fc.assert(
      fc.property(randomHistory, (events) => {
        const days = projectDays(events);
        const count = (type: DomainEvent['type']) => events.filter((event) => event.type === type).length;
        expect(sumField(days, 'registered')).toBe(count('UserRegistered.v1'));
        expect(sumField(days, 'verified')).toBe(count('UserVerified.v1'));
        expect(sumField(days, 'threads')).toBe(count('ThreadCreated.v1'));
        expect(sumField(days, 'replies')).toBe(count('ReplyPosted.v1'));
      }),
      { numRuns: 200 },
    );
  });
});

describe('daily growth documents', () => {
  it('increments the existing counts of a day', () => {
    const day = { id: '2026-11-21 section:1', pos: position, day: '2026-11-21', place: 'section:1' };
    const counts = { ...day, registered: 0, verified: 0, threads: 4, replies: 2 };
    expect(growthView.project(sample('ThreadCreated.v1'), getFrom({ days: [counts] }))).toEqual([
      { collection: 'days', document: { ...counts, threads: 5 } },
    ]);
  });

  it('growth ignores replies to missing threads and events without a time', () => {
    expect(growthView.project(sample('ReplyPosted.v1'), getFrom({}))).toEqual([]);
    expect(growthView.project({ ...sample('UserRegistered.v1'), metadata: {} }, getFrom(forum))).toEqual([]);
    expect(growthView.project(sample('UserErased.v1'), getFrom(forum))).toEqual([]);
  });
});
