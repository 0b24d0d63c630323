import type { TopicMessage } from '@guildhall/domain/wire/schemas/live/messages.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { beforeEach, expect, test } from 'vitest';
import type { Audience } from '../sockets/audience.js';
import type { TopicRows } from './rows/topic-rows.js';
import { broadcastTopic } from './broadcast-topic.js';
import type { LiveContext } from './live-context.js';

const member = 2;
const moderator = 3;
let sentMessages: { roles: readonly number[]; kinds: string }[];
let reloads: number;
let notifiedRoles: Set<number>;
let context: LiveContext;

beforeEach(() => {
  [sentMessages, reloads, notifiedRoles] = [[], 0, new Set()];
  const audience: Partial<Audience> = {
    locate: () => {},
    listRoles: () => [member, moderator],
    mayView: () => true,
    announcedRemoval: () => notifiedRoles,
    listMembers: () => [{} as ReturnType<Audience['listMembers']>[number]],
    broadcast: (_topic, roles, message) => {
      const { rows } = message as TopicMessage;
      sentMessages.push({ roles, kinds: rows.map((row) => ('removed' in row ? 'removed' : row.kind)).join() });
    },
  };
  const resyncs = { schedule: () => reloads++ };
  context = { audience, resyncs, stats: { emitted: 0 }, services: { historyId: '0000abcd' } } as never;
});

function broadcast(deleted: boolean): void {
  const thread = { id: 7, pos: '00000000000000000009', deleted } as ThreadDocument;
  const topicRows: Partial<TopicRows> = { findThread: () => thread, buildRows: () => [{ kind: 'post' } as never] };
  broadcastTopic(context, 'thread:7', [], topicRows as TopicRows, '00000000000000000009');
}

test('announces each deletion only once and requests a reload after a restoration', () => {
  broadcast(false);
  broadcast(true);
  broadcast(true);
  const bothRoles = [member, moderator];
  expect(sentMessages).toEqual([
    { roles: bothRoles, kinds: 'post' },
    { roles: bothRoles, kinds: 'removed' },
  ]);
  broadcast(false);
  expect([sentMessages.length, reloads]).toEqual([2, 2]);
  broadcast(false);
  expect(sentMessages.at(-1)).toEqual({ roles: bothRoles, kinds: 'post' });
  expect(reloads).toBe(2);
  broadcast(true);
  expect(sentMessages.at(-1)).toEqual({ roles: bothRoles, kinds: 'removed' });
});
