import { expect, test } from 'vitest';
import { findPlaceMark, readState, readStates } from './read-states.js';

const thread = { id: 7, activity: '20', lastPostAt: '2026-11-21T12:00:00Z', replyCount: 5, posted: 6 };
const mark = (order: string, count = 0) => ({ key: '', order, count, at: '' });
const joinDate = '2026-11-01T00:00:00Z';

test("an unopened thread is new only if it is recent and newer than the member's account", () => {
  expect(readState(thread, undefined, undefined, joinDate)).toMatchObject({ unread: true, order: null, seen: null });
  const later = '2026-11-22T00:00:00Z';
  expect(readState(thread, undefined, undefined, later)).toMatchObject({ unread: false, seen: 5 });
});

test('posts from before the member joined or over a month ago are not new', async () => {
  const formatDaysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const isUnread = async (joinedAt: number, posted: number) => {
    const services = {
      readMarks: { loadMarks: () => Promise.resolve([]) },
      directory: { findAccount: () => ({ createdAt: formatDaysAgo(joinedAt) }) },
    };
    const posts = { ...thread, sectionId: 1, subsectionId: null, lastPostAt: formatDaysAgo(posted) };
    const [state] = await readStates(services, 11, [posts]);
    return state?.unread;
  };
  expect([await isUnread(5, 4), await isUnread(5, 6)]).toEqual([true, false]);
  expect([await isUnread(90, 29), await isUnread(90, 31)]).toEqual([true, false]);
});

test('a thread read to its end has no unread posts until a post after the mark', () => {
  expect(readState(thread, mark('20', 6), undefined, joinDate)).toMatchObject({ unread: false, order: '20', seen: 5 });
  expect(readState(thread, mark('12', 4), undefined, joinDate)).toMatchObject({ unread: true, order: '12', seen: 3 });
});

test("the read mark of a place applies if it is farther than the thread's own mark", () => {
  expect(readState(thread, mark('12', 4), mark('25'), joinDate)).toMatchObject({ unread: false, order: '25' });
  expect(readState(thread, mark('12', 4), mark('15'), joinDate)).toMatchObject({
    unread: true,
    order: '15',
    seen: null,
  });
  expect(readState(thread, mark('20', 6), mark('15'), joinDate)).toMatchObject({ unread: false });
});

test('a read thread stays read after it is moved, until a post after the move', () => {
  const findMark = (marks: Record<string, string>, places: [placeId: string, leftAtOrder: string][]) => {
    const formerPlaces = places.map(([placeId, leftAtOrder]) => ({ placeId, leftAtOrder }));
    const stored = new Map(Object.entries(marks).map(([key, order]) => [key, mark(order)]));
    return findPlaceMark({ id: 7, sectionId: 2, subsectionId: null, formerPlaces }, stored)?.order;
  };
  const formerPlaces: [string, string][] = [
    ['section:1', '30'],
    ['subsection:9', '40'],
  ];
  expect(findMark({ 'section:1': '20' }, formerPlaces)).toBe('20');
  expect(findMark({ 'section:1': '60', 'subsection:9': '60' }, formerPlaces)).toBe('40');
  expect(findMark({ 'section:1': '20', 'section:2': '35' }, formerPlaces)).toBe('20');
  expect(findMark({ 'section:1': '20', 'section:2': '40' }, formerPlaces)).toBe('40');
  expect(findMark({ 'subsection:9': '29', 'section:2': '39' }, formerPlaces)).toBeUndefined();
  expect(findMark({ 'section:2': '15' }, [])).toBe('15');
});

test('loads the read marks of the places that a thread was moved out of', async () => {
  const services = {
    readMarks: {
      loadMarks: (_: number, keys: readonly string[]) =>
        Promise.resolve(keys.includes('section:1') ? [{ ...mark('20'), key: 'section:1' }] : []),
    },
    directory: { findAccount: () => ({ createdAt: joinDate }) },
  };
  const movedThread = {
    ...thread,
    lastPostAt: new Date().toISOString(),
    sectionId: 2,
    subsectionId: null,
    formerPlaces: [{ placeId: 'section:1', leftAtOrder: '30' }],
  };
  expect(await readStates(services, 11, [movedThread])).toMatchObject([{ unread: false }]);
});
