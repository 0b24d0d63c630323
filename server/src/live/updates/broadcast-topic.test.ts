import type { TopicMessage } from '@guildhall/domain/wire/schemas/live/messages.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { beforeEach, expect, test } from 'vitest';
import type { Audience } from '../sockets/audience.js';
import type { TopicRows } from './rows/topic-rows.js';
import { broadcastTopic } from './broadcast-topic.js';
import type { LiveContext } from './live-context.js';

const member = 2;
const moderator = 3;
let sent: { roles: readonly number[]; what: string }[];
let reloads: number;
let announced: Set<number>;
let context: LiveContext;

beforeEach(() => {
  [sent, reloads, announced] = [[], 0, new Set()];
  const audience: Partial<Audience> = {
    locate: () => {},
    rolesIn: () => [member, moderator],
    mayView: () => true,
    announcedRemoval: () => announced,
    members: () => [{} as ReturnType<Audience['members']>[number]],
    broadcast: (_topic, roles, message) => {
      const { rows } = message as TopicMessage;
      sent.push({ roles, what: rows.map((row) => ('removed' in row ? 'removed' : row.kind)).join() });
    },
  };
  const resyncs = { schedule: () => reloads++ };
  context = { audience, resyncs, stats: { emitted: 0 }, services: { historyId: '0000abcd' } } as never;
});

function broadcast(deleted: boolean): void {
  const thread = { id: 7, pos: '00000000000000000009', deleted } as ThreadDocument;
  const loaded: Partial<TopicRows> = { thread: () => thread, rowsOf: () => [{ kind: 'post' } as never] };
  broadcastTopic(context, 'thread:7', [], loaded as TopicRows, '00000000000000000009');
}

test('announces each deletion only once and requests a reload after a restoration', () => {
  broadcast(false);
  broadcast(true);
  broadcast(true);
  const both = [member, moderator];
  expect(sent).toEqual([
    { roles: both, what: 'post' },
    { roles: both, what: 'removed' },
  ]);
  broadcast(false);
  expect([sent.length, reloads]).toEqual([2, 2]);
  broadcast(false);
  expect(sent.at(-1)).toEqual({ roles: both, what: 'post' });
  expect(reloads).toBe(2);
  broadcast(true);
  expect(sent.at(-1)).toEqual({ roles: both, what: 'removed' });
});
