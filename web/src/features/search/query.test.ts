import type { MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { SearchHit } from '@guildhall/domain/wire/schemas/forum/search.js';
import { expect, test } from 'vitest';
import { buildAddress, listFilters, searchResults, toSearchParams, parseQuery } from './query.js';

const parse = (query: string) => parseQuery(new URLSearchParams(query));

test('omits default search values from the URL', () => {
  const query = parse('q= harbour &type=all&sort=newest&other=1');
  expect(toSearchParams(query).toString()).toBe('q=harbour&sort=newest');
  expect(buildAddress(query)).toBe('/search?q=harbour&sort=newest');
});

test('does not search without search words or a filter', () => {
  expect(buildAddress(parse(''))).toBeNull();
  expect(buildAddress(parse('type=threads&sort=newest'))).toBeNull();
  expect(buildAddress(parse('author=Mila'))).toBe('/search?author=Mila');
});

test('does not search for members by filters that only apply to content', () => {
  expect(buildAddress(parse('type=members&author=Mila'))).toBeNull();
});

test("searches whole days in the reader's time zone and sends invalid dates unchanged", () => {
  const query = parse('q=a&from=2026-11-20&to=2026-11-21');
  expect(toSearchParams(query).toString()).toBe('q=a&from=2026-11-20&to=2026-11-21');
  const call = new URLSearchParams(buildAddress(query)?.split('?')[1]);
  expect(call.get('from')).toBe(new Date(2026, 10, 20).toISOString());
  expect(call.get('to')).toBe(new Date(2026, 10, 21, 23, 59, 59, 999).toISOString());
  expect(buildAddress(parse('q=a&from=soon'))).toBe('/search?q=a&from=soon');
});

test('recognises the search filters that are set', () => {
  expect(listFilters(parse('q=a&from=2026-11-01&section_id=3'))).toEqual(['section_id', 'from']);
});

test('updates renamed authors in results and removes erased members', () => {
  const mila = { user_id: 5, username: 'Mila', avatar_url: null, role: null };
  const rows = [
    { ...mila, kind: 'member', id: 5 },
    { ...mila, kind: 'post', id: 6 },
  ] as SearchHit[];
  const rename = (member: MemberNames) => rows.flatMap((row) => searchResults.renameRow?.(row, member) ?? []);
  const listVisibleHits = (member: MemberNames) => rename(member).map(({ kind, username }) => `${kind} ${username}`);
  expect(listVisibleHits({ id: 5, username: 'Milou', avatar_url: null, role: null, pos: '1' })).toEqual([
    'member Milou',
    'post Milou',
  ]);
  expect(listVisibleHits({ id: 5, username: '[deleted]', avatar_url: null, role: null, pos: '2' })).toEqual([
    'post [deleted]',
  ]);
});
