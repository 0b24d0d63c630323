import { expect, test } from 'vitest';
import { linkTo, linkToNewThread, linkToPlace, linkToSearch, linkToThread, matchPath, paths } from './paths.js';

const place = { section: { name: 'community' }, subsection: { name: 'show & tell' } };

test('builds links from the table and escapes their parameters', () => {
  expect(linkTo('home')).toBe('/');
  expect(linkTo('stats', { mode: 'kingdoms' })).toBe('/stats/kingdoms');
  expect(linkToThread(7)).toBe('/forums/thread/7');
  expect(linkToPlace(place)).toBe('/forums/community/show%20%26%20tell');
  expect(linkToNewThread({ ...place, subsection: null })).toBe('/forums/community/new');
});

test('escapes search words in a URL', () => {
  expect(linkToSearch('walls & towers #1')).toBe('/search?q=walls%20%26%20towers%20%231');
});

test('extracts the parameters of a matching URL, and none from any other URL', () => {
  expect(matchPath(paths.subsection, '/forums/community/show%20%26%20tell/')).toEqual({
    section: 'community',
    subsection: 'show & tell',
  });
  expect(matchPath(paths.settings, '/settings')).toEqual({});
  expect(matchPath(paths.settings, '/Settings/account')).toEqual({ part: 'account' });
  expect(matchPath(paths.home, '/')).toEqual({});
  expect(matchPath(paths.profile, '/profile/100%')).toEqual({ username: '100%' });
  expect(matchPath(paths.thread, '/forums/thread/7/more')).toBeNull();
  expect(matchPath(paths.thread, '/forums/thread')).toBeNull();
});

test('omits an optional part of a URL', () => {
  expect(linkTo('settings', {})).toBe('/settings');
  expect(linkTo('settings', { part: '' })).toBe('/settings');
});
