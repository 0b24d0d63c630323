import { expect, test } from 'vitest';
import { linkTo, linkToNewThread, linkToPlace, linkToSearch, linkToThread } from './paths.js';

const place = { section: { name: 'community' }, subsection: { name: 'show & tell' } };

test('builds links from the table, with their parameters escaped', () => {
  expect(linkTo('home')).toBe('/');
  expect(linkTo('stats', { mode: 'kingdoms' })).toBe('/stats/kingdoms');
  expect(linkToThread(7)).toBe('/forums/thread/7');
  expect(linkToPlace(place)).toBe('/forums/community/show%20%26%20tell');
  expect(linkToNewThread({ ...place, subsection: null })).toBe('/forums/community/new');
});

test('escapes the words of a search', () => {
  expect(linkToSearch('walls & towers #1')).toBe('/search?q=walls%20%26%20towers%20%231');
});
