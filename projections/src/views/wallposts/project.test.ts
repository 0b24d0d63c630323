import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History, randomHistory } from '../../testing/random-history.js';
import { wallPostsView, type WallPostDocument } from './project.js';

it('A wall post knows its owner, its author and its order, and counts its replies', () => {
  const history = new History();
  const post = history.postOnWall(1, 2, 'sealed');
  const { position } = history.events.at(-1)!;
  history.postOnWall(1, 3, 'sealed too', post);
  const folded = new FoldInMemory([wallPostsView], history.events);
  const at = history.events.at(-2)!.metadata['at'];
  expect(folded.one<WallPostDocument>('wallposts', post)).toEqual({
    id: post,
    parentId: null,
    ownerId: 1,
    authorId: 2,
    content: 'sealed',
    createdAt: at,
    deleted: false,
    order: position,
    replyCount: 1,
    pos: history.events.at(-1)!.position,
  });
});

it('A wall post counts the replies that stand, whatever happened', () => {
  let replies = 0;
  fc.assert(
    fc.property(randomHistory, (events) => {
      const posts = new FoldInMemory([wallPostsView], events).all<WallPostDocument>('wallposts');
      for (const { id, replyCount } of posts) {
        const standing = posts.filter(({ parentId, deleted }) => parentId === id && !deleted);
        expect(replyCount).toBe(standing.length);
        replies += standing.length;
      }
    }),
    { numRuns: 300 },
  );
  expect(replies, 'replies among what happened').toBeGreaterThan(10);
});
