import { eventTypes } from '@guildhall/domain/events.js';
import { describe, expect, test } from 'vitest';
import { at, forum, position, post, getFrom, sample, thread } from '../../testing/sample-events.js';
import type { ProjectedEvent } from '../../view.js';
import { membersView, type MemberDocument } from './project.js';

const buildMember = (id: number): MemberDocument => ({ id, pos: position, listed: true, registeredAt: at, posts: 7 });
const members = [buildMember(101), buildMember(102)];
const project = (event: ProjectedEvent, existing: object = {}) =>
  membersView.project(event, getFrom({ ...forum, members, ...existing }));
const buildChange = (id: number, change: Partial<MemberDocument>) => [
  { collection: 'members', document: { ...buildMember(id), ...change } },
];

describe('member documents', () => {
  test('a new member is unlisted and has no posts', () => {
    const document = { id: 101, listed: false, registeredAt: at, posts: 0 };
    expect(project(sample('UserRegistered.v1'))).toEqual([{ collection: 'members', document }]);
    expect(project({ ...sample('UserRegistered.v1'), metadata: {} })).toEqual([
      { collection: 'members', document: { ...document, registeredAt: '' } },
    ]);
  });

  test('a member is listed from verification to erasure', () => {
    const unlistedMember = { members: [{ ...buildMember(101), listed: false }] };
    expect(project(sample('UserVerified.v1'), unlistedMember)).toEqual(buildChange(101, { listed: true }));
    expect(project(sample('UserErased.v1'))).toEqual(buildChange(101, { listed: false }));
  });

  const deleted = { threads: [{ ...thread, deleted: true }], posts: [{ ...post, deleted: true }] };
  test.each([
    ['ThreadCreated.v1', {}, 101, 8],
    ['ReplyPosted.v1', {}, 101, 8],
    ['ThreadDeleted.v1', {}, 101, 6],
    ['ThreadRestored.v1', deleted, 101, 8],
    ['ReplyDeleted.v1', {}, 102, 6],
    ['ReplyRestored.v1', deleted, 102, 8],
  ] as const)("a member's post count is updated after %s", (type, existing, id, posts) => {
    expect(project(sample(type), existing)).toEqual(buildChange(id, { posts }));
  });

  test.each([
    ['ThreadDeleted.v1', deleted],
    ['ThreadRestored.v1', {}],
    ['ReplyDeleted.v1', deleted],
    ['ReplyRestored.v1', {}],
    ['ThreadDeleted.v1', { threads: [] }],
    ['ReplyDeleted.v1', { posts: [] }],
    ['ThreadCreated.v1', { members: [] }],
    ['UserVerified.v1', { members: [] }],
  ] as const)('%s leaves the members unchanged if it has no effect', (type, existing) => {
    expect(project(sample(type), existing)).toEqual([]);
  });

  const countedTypes =
    /^(User(Registered|Verified|Erased)|Thread(Created|Deleted|Restored)|Reply(Posted|Deleted|Restored))/;
  test.each(eventTypes.filter((type) => !countedTypes.test(type)))('the members view ignores %s', (type) => {
    expect(project(sample(type))).toEqual([]);
  });
});
