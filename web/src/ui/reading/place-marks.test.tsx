import type { PlaceUnreadRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useSession } from '../../shared/state/session.js';
import { anna, toRowPosition, buildSectionRow, buildSubsectionRow, buildThreadSummary } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { MarkAll } from './mark-all.js';
import { loadMarks, setRead, useMarks } from '../../shared/reading/marks.js';
import { applyToPlaceMarks, loadPlaceMarks, usePlaceUnread } from '../../shared/reading/place-marks.js';
import { usePlaceMarks } from '../../shared/reading/use-thread-marks.js';

const noon = '2026-03-01T12:00:00.000Z';
const laterTime = '2026-03-01T13:00:00.000Z';
const section = buildSectionRow({ id: 3, subcategories: [buildSubsectionRow({ id: 5, section_id: 3 })] });
const place = (subsection_id: number | null, threads: number[]): PlaceUnreadRow => {
  return { section_id: 3, subsection_id, unread: threads.length, threads, last_post_at: noon };
};
const buildSummary = (more: Partial<ThreadSummary>) => ({ kind: 'summary' as const, ...buildThreadSummary(more) });
const mark = { unread: false, order: '05', seen: 3, at: noon };

const buildCounts = () => {
  const count = (subsection: (typeof section.subcategories)[0] | null) =>
    renderHook(() => usePlaceUnread({ section, subsection })).result.current.count;
  return [count(null), count(section.subcategories[0] ?? null)];
};

beforeEach(async () => {
  useMarks.setState({ byThread: {}, places: {} });
  useSession.setState({ user: anna });
  server.respondWith('GET /forums/read/places', [place(null, [1]), place(5, [2, 4])]);
  await loadPlaceMarks();
});

test("a section's unread counts include its subsections", () => {
  expect(buildCounts()).toEqual([3, 2]);
});

test('stops counting a thread as unread once it is read here', () => {
  act(() => setRead(4, { ...mark, unread: true }));
  expect(buildCounts()).toEqual([3, 2]);
  act(() => setRead(4, mark));
  expect(buildCounts()).toEqual([2, 1]);
});

test("counts a thread with another member's new post only once", () => {
  const subsectionPost = { section_id: 3, subsection_id: 5, last_post_at: laterTime };
  act(() => applyToPlaceMarks([buildSummary({ id: 2, ...subsectionPost, last_user_id: 12 })]));
  expect(buildCounts()).toEqual([3, 2]);
  act(() =>
    applyToPlaceMarks([buildSummary({ id: 9, ...subsectionPost, last_post_at: `${laterTime}0`, last_user_id: 12 })]),
  );
  expect(buildCounts()).toEqual([4, 3]);
});

test("does not count the member's own posts, edits of read posts, or posts already read", () => {
  const sectionPost = { section_id: 3, subsection_id: null };
  act(() => applyToPlaceMarks([buildSummary({ id: 8, ...sectionPost, last_post_at: noon, last_user_id: 12 })]));
  act(() =>
    applyToPlaceMarks([buildSummary({ id: 9, ...sectionPost, last_post_at: laterTime, last_user_id: anna.id })]),
  );
  act(() => setRead(6, { ...mark, at: `${laterTime}1` }));
  act(() =>
    applyToPlaceMarks([buildSummary({ id: 6, ...sectionPost, last_post_at: `${laterTime}1`, last_user_id: 12 })]),
  );
  expect(buildCounts()).toEqual([3, 2]);
});

test('does not count a deleted thread as unread', () => {
  act(() => applyToPlaceMarks([{ kind: 'summary', id: 2, pos: '1', removed: true }]));
  expect(buildCounts()).toEqual([2, 1]);
});

test('uses the response to the last request for counts, even if an earlier one arrives later', async () => {
  const releaseFirst = server.hold('GET /forums/read/places');
  const firstLoad = loadPlaceMarks();
  const releaseSecond = server.hold('GET /forums/read/places');
  const second = loadPlaceMarks();
  server.respondWith('GET /forums/read/places', [place(null, []), place(5, [2])]);
  releaseSecond();
  await second;
  server.respondWith('GET /forums/read/places', [place(null, [1, 6, 7]), place(5, [])]);
  releaseFirst();
  await firstLoad;
  expect(buildCounts()).toEqual([1, 1]);
});

test('only members can mark everything as read, and only if something is unread', async () => {
  const rows = [buildThreadSummary({ id: 9 })];
  const all = <MarkAll place={{ section, subsection: null }} rows={rows} />;
  const queryButton = () => screen.queryByRole('button', { name: 'Mark all as read' });
  await show(all);
  act(() => setRead(9, { ...mark, unread: true }));
  expect(queryButton()).toBeNull();
  cleanup();
  await show(all, { as: anna });
  expect(queryButton()?.ariaDisabled).toBe('true');
  act(() => setRead(9, { ...mark, unread: true }));
  expect(queryButton()?.ariaDisabled).toBe('false');
});

test('recounts after a post is deleted, restored or moved', async () => {
  const listUnread = () => Object.values(useMarks.getState().places).map((marks) => marks.unread);
  const recount = () => act(() => applyToPlaceMarks([{ kind: 'recount', id: 4, pos: toRowPosition(50) }]));
  const { unmount } = renderHook(() => usePlaceMarks());
  server.respondWith('GET /forums/read/places', [place(null, [1]), place(5, [2])]);
  recount();
  await waitFor(() => expect(listUnread()).toEqual([[1], [2]]));
  server.respondWith('GET /forums/read/places', [place(null, [1]), place(5, [2, 4])]);
  recount();
  await waitFor(() => expect(listUnread()).toEqual([[1], [2, 4]]));
  unmount();
});

test('counts a post that arrived while the counts were being requested', async () => {
  const release = server.hold('GET /forums/read/places');
  const load = loadPlaceMarks();
  const newPost = { section_id: 3, subsection_id: 5, last_post_at: laterTime, last_user_id: 12 };
  act(() => applyToPlaceMarks([buildSummary({ id: 9, ...newPost })]));
  release();
  await load;
  expect(buildCounts()).toEqual([4, 3]);
});

test('moves the mark back when a thread leaves a place that was marked as read', async () => {
  const buildRow = (order: string | null, unread: boolean) => ({
    thread_id: 7,
    muted: false,
    unread,
    order,
    seen: null,
    last_post_at: noon,
  });
  server.respondWith('GET /forums/read', [buildRow(toRowPosition(60), false)]);
  await loadMarks([7]);
  server.respondWith('GET /forums/read', [buildRow(null, true)]);
  await loadMarks([7]);
  expect(useMarks.getState().byThread[7]?.unread).toBe(false);
  await loadMarks([7], true);
  expect(useMarks.getState().byThread[7]?.unread).toBe(true);
});
