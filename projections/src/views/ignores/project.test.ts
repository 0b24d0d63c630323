import { eventTypes } from '@guildhall/domain/events.js';
import { expect, test } from 'vitest';
import { position, getFrom, sample } from '../../testing/sample-events.js';
import { ignoresView } from './project.js';

const pair = { id: '101:102', userId: 101, ignoredId: 102, order: position };

test.each([
  ['Ignored.v1', { active: true, muted: false }],
  ['Unignored.v1', { active: false, muted: false }],
  ['MemberMuted.v1', { active: false, muted: true }],
  ['MemberUnmuted.v1', { active: false, muted: false }],
] as const)('stores %s as one document per pair of members', (type, flags) => {
  expect(ignoresView.project(sample(type), getFrom({}))).toEqual([
    { collection: 'ignores', document: { ...pair, ...flags } },
  ]);
});

test.each([
  ['Unignored.v1', { active: false, muted: true }],
  ['MemberUnmuted.v1', { active: true, muted: false }],
] as const)('%s changes one of the two choices about a member', (type, flags) => {
  const previousDocument = { ...pair, pos: position, active: true, muted: true };
  const get = getFrom({ ignores: [previousDocument] });
  expect(ignoresView.project(sample(type), get)[0]?.document).toEqual({ ...pair, ...flags });
});

test("no other event changes a member's ignore list", () => {
  const own = new Set<string>(ignoresView.events);
  expect(own.size).toBe(4);
  for (const type of eventTypes.filter((eventType) => !own.has(eventType)))
    expect(ignoresView.project(sample(type), getFrom({})), type).toEqual([]);
});
