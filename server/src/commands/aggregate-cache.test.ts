import { post } from '@guildhall/domain/post/decide.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { expect, test } from 'vitest';
import { AggregateCache } from './aggregate-cache.js';

function editEvent(stream: string, n: number): StoredEvent {
  const data = { postId: 1, threadId: 1, authorId: 1, content: 'x', before: null };
  const type = n === 0 ? 'ReplyPosted.v1' : 'ReplyDeleted.v1';
  const metadata = { commandId: `${stream} ${n}` };
  return { id: metadata.commandId, stream, type, data, metadata, revision: n, position: String(n) };
}

test('measures a cached fold again when it grows, and evicts the least recently used fold', () => {
  const folds = new AggregateCache(40_000);
  for (const stream of ['post-1', 'post-2', 'post-3']) folds.of(stream, post);
  for (let n = 0; n < 100; n++) folds.apply(editEvent('post-3', n));
  const [cachedFold, evictedFold] = ['post-3', 'post-1'].map((stream) => folds.of(stream, post));
  expect([cachedFold?.revision, evictedFold?.revision]).toEqual([99, 'no-stream']);
  for (let n = 0; n < 100; n++) folds.apply(editEvent('post-1', n));
  expect(folds.of('post-1', post).revision).toBe(99);
  expect(folds.of('post-3', post).revision).toBe('no-stream');
});

test('a cached fold ignores events that do not directly follow it', () => {
  const folds = new AggregateCache();
  folds.of('post-1', post);
  folds.apply(editEvent('post-1', 1));
  expect(folds.of('post-1', post).revision).toBe('no-stream');
  folds.apply(editEvent('post-2', 0));
  expect(folds.of('post-2', post).revision).toBe('no-stream');
});
