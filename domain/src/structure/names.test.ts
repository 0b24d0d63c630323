import { describe, expect, test } from 'vitest';
import { limits } from '../limits.js';
import { fitsInAddress, isReservedName, toPlaceKey, suggestPlaceName } from './names.js';

test.each([
  'news',
  'General chat',
  'Q&A',
  'c++',
  'руководства',
  '教程',
  'คู่มือ',
  'café',
  'دليل',
  '2026',
  'a.b',
  '🎮',
  "o'neil",
  '-',
  '!',
])('accepts %j as a place name in URLs', (name) => {
  expect(fitsInAddress(name)).toBe(true);
});

test.each([
  'a/b',
  '/',
  'a\\b',
  'why?',
  '#1',
  '100%',
  '%2F',
  '%2e%2e',
  '.',
  '..',
  '...',
  '．．',
  'a／b',
  'a？',
  '％41',
  '',
  ' ',
  '\u00A0',
  '\u3000',
  'a\nb',
  'a\tb',
  'a\u0000',
  'a\u007F',
  'a\u2028b',
  'a\u200Bb',
  '\u202Eabc',
  '\uFEFF',
  '\uD800',
  'a\u00ADb',
  '\uE000',
])('rejects %j as a place name in URLs', (name) => {
  expect(fitsInAddress(name)).toBe(false);
});

test.each(['new', 'NEW', 'Ｎｅｗ', ' thread ', 'Threads', 'feed.atom'])('%j is a reserved name', (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each([
  ['News', 'news'],
  ['Ｎｅｗｓ', 'news'],
  ['Cafe\u0301', 'Café'],
  ['РУКОВОДСТВА', 'руководства'],
  ['ﬁre', 'fire'],
  ['²', '2'],
])('treats %j and %j as the same name', (one, other) => {
  expect(toPlaceKey(one)).toBe(toPlaceKey(other));
});

describe('suggested short names', () => {
  test.each([
    ['Guides & Tutorials!', 'guides-tutorials'],
    ['  News  ', 'news'],
    ["Bram's builds", 'brams-builds'],
    ['Crème Brûlée', 'creme-brulee'],
    ['Straße nach Łódź', 'strasse-nach-lodz'],
    ['Руководства и Советы', 'руководства-и-советы'],
    ['Мой край', 'мой-край'],
    ['红石电路 教程', '红石电路-教程'],
    ['ガイド', 'ガイド'],
    ['가이드 모음', '가이드-모음'],
    ['คู่มือผู้เล่น', 'คู่มือผู้เล่น'],
    ['دليل اللاعبين', 'دليل-اللاعبين'],
    ['मार्गदर्शिका', 'मार्गदर्शिका'],
    ['Ｗｉｄｅ ｔｅｘｔ', 'wide-text'],
    ['100% / #1?', '100-1'],
    ['🎮 Games', 'games'],
    ['New', 'new-2'],
    ['...', ''],
    ['🎮', ''],
  ])('for the display name %j, suggests %j', (displayName, name) => {
    expect(suggestPlaceName(displayName)).toBe(name);
    if (name !== '') expect(fitsInAddress(name) && !isReservedName(name)).toBe(true);
  });

  test('appends a number to a suggested name that is already taken', () => {
    expect(suggestPlaceName('Guides', ['GUIDES', 'guides-2'])).toBe('guides-3');
  });

  test('truncates a long suggested name at a word boundary and leaves room for its number', () => {
    const longName = 'A section about building very large castles';
    expect(suggestPlaceName(longName)).toBe('a-section-about-building-very-large');
    expect(suggestPlaceName('คู่'.repeat(30))).toMatch(/^(คู่)+(คู?)?$/);
    for (const text of [longName, 'x'.repeat(60), 'คู่มือ'.repeat(20)]) {
      const name = suggestPlaceName(text, [suggestPlaceName(text)]);
      expect(name).toMatch(/-2$/);
      expect(name.length).toBeLessThanOrEqual(limits.sectionName.max);
    }
  });
});
