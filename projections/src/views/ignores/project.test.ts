import { eventTypes } from '@guildhall/domain/events.js';
import { expect, test } from 'vitest';
import { position, getFrom, sample } from '../../testing/sample-events.js';
import { ignoresView } from './project.js';

test.each([
  ['Ignored.v1', true],
  ['Unignored.v1', false],
] as const)('stores %s as one document per pair of members (active: %s)', (type, active) => {
  expect(ignoresView.project(sample(type), getFrom({}))).toEqual([
    { collection: 'ignores', document: { id: '101:102', userId: 101, ignoredId: 102, active, order: position } },
  ]);
});

test("no other event changes a member's ignore list", () => {
  const others = eventTypes.filter((type) => type !== 'Ignored.v1' && type !== 'Unignored.v1');
  for (const type of others) expect(ignoresView.project(sample(type), getFrom({})), type).toEqual([]);
});
