import { expect, test } from 'vitest';
import { isUnread, readState, readStates } from './read-states.js';

const thread = { id: 7, activity: '20', lastPostAt: '2026-11-21T12:00:00Z', replyCount: 5, posted: 6 };
const mark = (order: string, count = 0) => ({ key: '', order, count, at: '' });
const before = '2026-11-01T00:00:00Z';

test("an unopened thread is new only if it is recent and newer than the member's account", () => {
  expect(readState(thread, undefined, undefined, before)).toMatchObject({ unread: true, order: null, seen: null });
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
  expect(readState(thread, mark('20', 6), undefined, before)).toMatchObject({ unread: false, order: '20', seen: 5 });
  expect(readState(thread, mark('12', 4), undefined, before)).toMatchObject({ unread: true, order: '12', seen: 3 });
});

test("the read mark of a place applies if it is farther than the thread's own mark", () => {
  expect(readState(thread, mark('12', 4), mark('25'), before)).toMatchObject({ unread: false, order: '25' });
  expect(readState(thread, mark('12', 4), mark('15'), before)).toMatchObject({ unread: true, order: '15', seen: null });
  expect(readState(thread, mark('20', 6), mark('15'), before)).toMatchObject({ unread: false });
});

test("a post's unread state matches that of a thread ending with the post", async () => {
  const place = { threadId: 7, sectionId: 1, subsectionId: null };
  const at = (createdAt: string) => ({ order: '20', createdAt });
  const joinedAt = new Date(Date.now() - 5 * 86_400_000).toISOString();
  const [later, earlier] = [new Date().toISOString(), '2026-01-01T00:00:00Z'];
  for (const threadMark of [undefined, mark('12'), mark('20'), mark('25')]) {
    for (const placeMark of [undefined, mark('12'), mark('20'), mark('25')]) {
      for (const text of [at(later), at(earlier)]) {
        const marks = [threadMark, placeMark].flatMap((it) => it ?? []);
        const services = {
          readMarks: { loadMarks: () => Promise.resolve(marks) },
          directory: { findAccount: () => ({ createdAt: joinedAt }) },
        };
        const newestThread = { ...thread, activity: text.order, lastPostAt: text.createdAt };
        const { unread } = readState(newestThread, threadMark, placeMark, joinedAt);
        expect(await isUnread(services, 11, place, text), JSON.stringify({ found: marks, text })).toBe(unread);
      }
    }
  }
});
