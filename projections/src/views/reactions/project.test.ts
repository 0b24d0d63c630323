import type { ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PostDocument } from '../posts/document.js';
import { postsView } from '../posts/project.js';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History, randomHistory } from '../../testing/random-history.js';
import type { ThreadDocument } from '../threads/document.js';
import { threadsView } from '../threads/project.js';
import type { ProjectedEvent } from '../../view.js';
import { reactionsView, type ReactionDocument } from './project.js';
import { at, position, getFrom, sample } from '../../testing/sample-events.js';

const views = [threadsView, postsView, reactionsView];
const place = { sectionId: 1, subsectionId: null };

it('a reaction changes only the thread or reply that it belongs to', () => {
  const history = new History();
  const thread = history.createThread(1, place, 'text');
  history.reply(thread, 2, 'reply');
  const foldBefore = new FoldInMemory(views, history.events);
  history.react({ kind: 'thread', id: thread }, thread, 3, 'like');
  history.react({ kind: 'post', id: 5000 }, thread, 3, 'wow');
  const after = new FoldInMemory(views, history.events);
  const [toThread, toPost] = history.events.slice(-2);
  expect(after.getOne('threads', thread)).toEqual({
    ...foldBefore.getOne<ThreadDocument>('threads', thread),
    reactions: { like: 1 },
    reactionCount: 1,
    pos: toThread!.position,
  });
  expect(after.getOne('posts', 5000)).toEqual({
    ...foldBefore.getOne<PostDocument>('posts', 5000),
    reactions: { wow: 1 },
    pos: toPost!.position,
  });
});

it("a member's new reaction replaces the old one or withdraws it", () => {
  const history = new History();
  const thread = history.createThread(1, place, 'text');
  const readCounts = () => new FoldInMemory(views, history.events).getOne<ThreadDocument>('threads', thread)?.reactions;
  history.react({ kind: 'thread', id: thread }, thread, 2, 'like');
  history.react({ kind: 'thread', id: thread }, thread, 3, 'like');
  history.react({ kind: 'thread', id: thread }, thread, 2, 'party');
  expect(readCounts()).toEqual({ like: 1, party: 1 });
  history.react({ kind: 'thread', id: thread }, thread, 3, null);
  expect(readCounts()).toEqual({ party: 1 });
});

it('counts of reactions and edits are correct after any history', () => {
  let reactionCount = 0;
  fc.assert(
    fc.property(randomHistory, (events) => {
      const foldedViews = new FoldInMemory(views, events);
      const reactions = foldedViews.listAll<ReactionDocument>('reactions');
      const texts = [...foldedViews.listAll<PostDocument>('posts'), ...foldedViews.listAll<ThreadDocument>('threads')];
      for (const { id, reactions: counts, version } of texts) {
        const expected: ReactionCounts = {};
        for (const { targetId, emoji } of reactions) {
          if (targetId === id && emoji) expected[emoji] = (expected[emoji] ?? 0) + 1;
        }
        expect(counts).toEqual(expected);
        reactionCount += Object.keys(counts).length;
        const edits = events.filter(({ type, stream }) => type.includes('Edited') && stream.endsWith(`-${id}`));
        expect(version).toBe(1 + edits.length);
      }
    }),
    { numRuns: 300 },
  );
  expect(reactionCount, 'reactions among what happened').toBeGreaterThan(50);
});

it('stores one reaction document per post and member, active until withdrawn', () => {
  const project = (event: ProjectedEvent) => reactionsView.project(event, getFrom({}));
  const document = {
    id: '20:101',
    kind: 'post',
    targetId: 20,
    threadId: 10,
    userId: 101,
    emoji: 'like',
    active: true,
    at,
    order: position,
  };
  expect(project(sample('Reacted.v1'))).toEqual([{ collection: 'reactions', document }]);
  expect(project(sample('Reacted.v1', { emoji: null }))).toEqual([
    { collection: 'reactions', document: { ...document, emoji: null, active: false } },
  ]);
  expect(project({ ...sample('Reacted.v1'), metadata: {} })[0]?.document).toMatchObject({ at: '' });
});
