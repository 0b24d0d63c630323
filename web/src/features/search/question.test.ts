import { expect, test } from 'vitest';
import { addressOf, filtersOf, queryOf, questionIn } from './question.js';

const asked = (query: string) => questionIn(new URLSearchParams(query));

test('What a question leaves to its default does not stand in the address.', () => {
  const question = asked('q= harbour &type=all&sort=newest&other=1');
  expect(queryOf(question).toString()).toBe('q=harbour&sort=newest');
  expect(addressOf(question)).toBe('/search?q=harbour&sort=newest');
});

test('Nothing is asked without words or a filter.', () => {
  expect(addressOf(asked(''))).toBeNull();
  expect(addressOf(asked('type=threads&sort=newest'))).toBeNull();
  expect(addressOf(asked('author=Mila'))).toBe('/search?author=Mila');
});

test('Members are not found by what tells texts apart.', () => {
  expect(addressOf(asked('type=members&author=Mila'))).toBeNull();
});

test('The filters that are set can be told.', () => {
  expect(filtersOf(asked('q=a&from=2026-11-01&section_id=3'))).toEqual(['section_id', 'from']);
});
