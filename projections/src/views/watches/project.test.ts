import type { DomainEvent } from '@guildhall/domain/events.js';
import type { WatchLevel } from '@guildhall/domain/watch/events.js';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { describe, expect, it } from 'vitest';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { position, getFrom, sample } from '../../testing/sample-events.js';
import { watchesView, type WatchDocument } from './project.js';

const reply: DomainEvent = { type: 'ReplyPosted.v1', data: { postId: 20, threadId: 10, authorId: 102, content: '' } };
const unwatchedReply: DomainEvent = { ...reply, data: { ...reply.data, watch: false } };
const set = (level: WatchLevel | null): DomainEvent => ({
  type: 'WatchSet.v1',
  data: { kind: 'thread', id: 10, userId: 102, level, before: null },
});

function foldWatch(...events: DomainEvent[]): WatchDocument | null {
  const stored = events.map(({ type, data }, n): StoredEvent => {
    return { id: String(n), stream: 'any', revision: n, position: toPosition(n + 1), type, data, metadata: {} };
  });
  return new FoldInMemory([watchesView], stored).getOne<WatchDocument>('watches', '10:102');
}

describe('thread watches', () => {
  it('notifies members who watch a thread or posted in it, unless they muted it', () => {
    expect(foldWatch()).toBeNull();
    expect(foldWatch(reply)).toMatchObject({ tells: true, wrote: true, level: null });
    expect(foldWatch(set('watching'))).toMatchObject({ tells: true, wrote: false });
    expect(foldWatch(reply, set('muted'))).toMatchObject({ tells: false, wrote: true });
    expect(foldWatch(set('muted'), reply)).toMatchObject({ tells: false, level: 'muted' });
    expect(foldWatch(reply, set('normal'), reply)).toMatchObject({ tells: false, level: 'normal' });
    expect(foldWatch(reply, set('muted'), set(null))).toMatchObject({ tells: true });
    expect(foldWatch(set('watching'), set(null))).toMatchObject({ tells: false });
  });

  it('does not notify authors who chose not to watch threads that they write in', () => {
    expect(foldWatch(unwatchedReply)).toMatchObject({ tells: false, wrote: false });
    expect(foldWatch(reply, unwatchedReply)).toMatchObject({ tells: true });
    expect(foldWatch(unwatchedReply, reply)).toMatchObject({ tells: true });
    expect(foldWatch(set('watching'), unwatchedReply)).toMatchObject({ tells: true });
  });

  it("orders a member's watched threads by their last choice or post", () => {
    expect(foldWatch(set('watching'))).toMatchObject({ order: toPosition(1) });
    expect(foldWatch(reply, reply, set('watching'))).toMatchObject({ order: toPosition(3) });
    expect(foldWatch(set('watching'), reply)).toMatchObject({ order: toPosition(2), level: 'watching' });
  });
});

it('stores one watch document for each target and member', () => {
  const watch = { id: '10:101', kind: 'thread', targetId: 10, userId: 101, level: null, wrote: true, tells: true };
  for (const type of ['ThreadCreated.v1', 'ReplyPosted.v1'] as const) {
    expect(watchesView.project(sample(type), getFrom({}))).toEqual([
      { collection: 'watches', document: { ...watch, order: position, pos: position } },
    ]);
  }
  expect(watchesView.project(sample('WatchSet.v1', { kind: 'section', id: 1 }), getFrom({}))[0]?.document).toEqual({
    ...watch,
    id: '1:102',
    kind: 'section',
    targetId: 1,
    userId: 102,
    level: 'watching',
    wrote: false,
    order: position,
    pos: position,
  });
  expect(watchesView.project(sample('ThreadEdited.v1'), getFrom({}))).toEqual([]);
});
