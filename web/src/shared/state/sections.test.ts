import { positionHeader } from '@guildhall/domain/wire/headers.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { afterEach, expect, test, vi } from 'vitest';
import { buildSectionRow, buildSubsectionRow } from '../../testing/rows.js';
import {
  sumPlaceCounts,
  findPlaceByName,
  findPlace,
  disallowsDirectThreads,
  applyPlace,
  loadSections,
  useSections,
} from './sections.js';
import { setUser, useSession } from './session.js';

afterEach(() => void vi.unstubAllGlobals());

const builds = buildSubsectionRow({ id: 5, section_id: 1, name: 'builds', display_name: 'Show Builds' });
const community = buildSectionRow({
  id: 1,
  name: 'community',
  display_name: 'The Square',
  allow_threads_direct: false,
  subcategories: [builds],
});
const news = { ...community, id: 2, name: 'news', display_name: 'News', subcategories: [] };
const sections = [community, news];

test('finds a place by name or display name, ignoring case', () => {
  expect(findPlaceByName(sections, 'COMMUNITY')?.section.id).toBe(1);
  expect(findPlaceByName(sections, 'the square')?.section.id).toBe(1);
  expect(findPlaceByName(sections, 'community', 'SHOW builds')?.subsection?.id).toBe(5);
});

test('finds a place by a former name that no other place has taken', () => {
  const renamedNews = { ...news, former_names: ['events', 'community'] };
  expect(findPlaceByName([community, renamedNews], 'Events')?.section.id).toBe(2);
  expect(findPlaceByName([community, renamedNews], 'community')?.section.id).toBe(1);
});

test('finds no place for an unknown section or subsection name', () => {
  expect(findPlaceByName(sections, 'nowhere')).toBeNull();
  expect(findPlaceByName(sections, 'news', 'builds')).toBeNull();
});

test("finds a thread's visible place by its ids", () => {
  expect(findPlace(sections, { section_id: 1, subsection_id: 5 })?.subsection?.name).toBe('builds');
  expect(findPlace(sections, { section_id: 1, subsection_id: null })?.subsection).toBeNull();
  expect(findPlace(sections, { section_id: 1, subsection_id: 6 })).toBeNull();
});

test('disallows direct threads only in a section with subcategories', () => {
  expect(disallowsDirectThreads({ section: community, subsection: null })).toBe(true);
  expect(disallowsDirectThreads({ section: community, subsection: builds })).toBe(false);
  expect(disallowsDirectThreads({ section: news, subsection: null })).toBe(false);
});

test("counts a section's content with its subcategories and shows the newest thread", () => {
  const newest = { prefix: null, user_id: 3, username: 'Mila' };
  const buildLast = (id: number, at: string) => ({ id, title: `Thread ${id}`, ...newest, at });
  const older = { ...community, thread_count: 2, post_count: 5, last_thread: buildLast(1, '2026-11-20T10:00:00.000Z') };
  const newerBuilds = {
    ...builds,
    thread_count: 1,
    post_count: 4,
    last_thread: buildLast(2, '2026-11-21T10:00:00.000Z'),
  };
  const section = { ...older, subcategories: [newerBuilds] };
  expect(sumPlaceCounts({ section, subsection: null })).toMatchObject({
    thread_count: 3,
    post_count: 9,
    last_thread: { id: 2 },
  });
  expect(sumPlaceCounts({ section, subsection: newerBuilds })).toMatchObject({
    thread_count: 1,
    post_count: 4,
    last_thread: { id: 2 },
  });
  expect(sumPlaceCounts({ section: news, subsection: null }).last_thread).toBeNull();
});

test("applies a place's newer counts and ignores older ones", () => {
  useSections.setState({ sections, position: `0000abcd.${at(5)}`, updatedAt: {} });
  const placeUpdate = (pos: number, post_count: number) =>
    applyPlace({ id: builds.id, pos: at(pos), thread_count: 1, post_count, last_thread: null });
  placeUpdate(5, 3);
  expect(countShownPosts()).toBe(0);
  placeUpdate(7, 4);
  expect(countShownPosts()).toBe(4);
  placeUpdate(6, 3);
  expect(countShownPosts()).toBe(4);
});

const at = (position: number) => String(position).padStart(20, '0');
const buildCounts = (post_count: number) => [{ ...community, subcategories: [{ ...builds, post_count }] }];
const countShownPosts = () => useSections.getState().sections?.[0]?.subcategories[0]?.post_count;

function stubServer() {
  let respond: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)));
  return (post_count: number, position: number) =>
    respond(Response.json(buildCounts(post_count), { headers: { [positionHeader]: `0000abcd.${at(position)}` } }));
}

test('ignores a section response from an older position', async () => {
  useSections.setState({ sections: buildCounts(4), position: `0000abcd.${at(9)}`, updatedAt: {} });
  const respond = stubServer();
  const load = loadSections();
  respond(3, 8);
  await load;
  expect(countShownPosts()).toBe(4);
});

test('retains newer counts that arrived before an older response', async () => {
  useSections.setState({ sections: buildCounts(3), position: `0000abcd.${at(5)}`, updatedAt: {} });
  const respond = stubServer();
  const load = loadSections();
  applyPlace({ id: builds.id, pos: at(7), thread_count: 1, post_count: 4, last_thread: null });
  respond(3, 6);
  await load;
  expect(countShownPosts()).toBe(4);
});

test('ignores a response to a request by the previous member', async () => {
  useSession.setState({ user: null });
  const respond = stubServer();
  const load = loadSections();
  setUser({ id: 7, username: 'Mila' } as Me);
  respond(3, 6);
  await load;
  expect(useSections.getState().sections).toBeNull();
});
