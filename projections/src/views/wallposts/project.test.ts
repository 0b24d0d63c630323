import fc from 'fast-check';
import { eventTypes } from '@guildhall/domain/events.js';
import { describe, expect, it } from 'vitest';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History, randomHistory } from '../../testing/random-history.js';
import type { ProjectedEvent } from '../../view.js';
import { wallPostsView, type WallPostDocument } from './project.js';
import { at, position, getFrom, sample, wallPost } from '../../testing/sample-events.js';

it('stores the owner, author, order and reply count of a wall post', () => {
  const history = new History();
  const post = history.postOnWall(1, 2, 'sealed');
  const { position } = history.events.at(-1)!;
  history.postOnWall(1, 3, 'sealed too', post);
  const foldedViews = new FoldInMemory([wallPostsView], history.events);
  const at = history.events.at(-2)!.metadata['at'];
  expect(foldedViews.getOne<WallPostDocument>('wallposts', post)).toEqual({
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

it("a wall post's count of visible replies is correct after any history", () => {
  let replies = 0;
  fc.assert(
    fc.property(randomHistory, (events) => {
      const posts = new FoldInMemory([wallPostsView], events).listAll<WallPostDocument>('wallposts');
      for (const { id, replyCount } of posts) {
        const existing = posts.filter(({ parentId, deleted }) => parentId === id && !deleted);
        expect(replyCount).toBe(existing.length);
        replies += existing.length;
      }
    }),
    { numRuns: 300 },
  );
  expect(replies, 'replies among what happened').toBeGreaterThan(10);
});

describe('wall post documents', () => {
  const [deleted, reply] = [
    { ...wallPost, deleted: true },
    { ...wallPost, id: 31, parentId: 30 },
  ];
  const parent = { ...wallPost, replyCount: 3 };
  const project = (event: ProjectedEvent, ...wallposts: WallPostDocument[]) =>
    wallPostsView.project(event, getFrom({ wallposts }));
  const buildChanges = (...documents: object[]) => documents.map((document) => ({ collection: 'wallposts', document }));

  it('a wall post document stores whether it is deleted', () => {
    expect(project(sample('WallPostDeleted.v1'), wallPost)).toEqual(buildChanges(deleted));
    expect(project(sample('WallPostRestored.v1'), deleted)).toEqual(buildChanges(wallPost));
  });

  it('ignores repeated deletions and restorations, and missing wall posts', () => {
    expect(project(sample('WallPostDeleted.v1'), deleted)).toEqual([]);
    expect(project(sample('WallPostRestored.v1'), wallPost)).toEqual([]);
    expect(project(sample('WallPostDeleted.v1'))).toEqual([]);
    expect(project(sample('WallPostRestored.v1'))).toEqual([]);
  });

  it('a wall post document counts posted, deleted and restored replies', () => {
    const subject = { wallPostId: 31 };
    expect(project(sample('WallPosted.v1', { ...subject, parentId: 30 }), parent)[1]).toEqual(
      buildChanges({ ...parent, replyCount: 4 })[0],
    );
    expect(project(sample('WallPostDeleted.v1', subject), parent, reply)).toEqual(
      buildChanges({ ...reply, deleted: true }, { ...parent, replyCount: 2 }),
    );
    expect(project(sample('WallPostRestored.v1', subject), parent, { ...reply, deleted: true })).toEqual(
      buildChanges(reply, { ...parent, replyCount: 4 }),
    );
    expect(project(sample('WallPosted.v1', { ...subject, parentId: 30 }))).toHaveLength(1);
  });

  it('a wall post document stores an empty time if the event has none', () => {
    const { wallPostId: id, uploads: _, mentions: _mentions, ...posted } = sample('WallPosted.v1').data;
    const document = { id, ...posted, createdAt: at, order: position, deleted: false, replyCount: 0 };
    expect(project(sample('WallPosted.v1'))).toEqual(buildChanges(document));
    expect(project({ ...sample('WallPosted.v1'), metadata: {} })).toEqual(buildChanges({ ...document, createdAt: '' }));
  });

  it('wall post documents ignore other events', () => {
    for (const type of eventTypes.filter((eventType) => !eventType.startsWith('WallPost'))) {
      expect(
        project({ ...sample(type), data: { ...sample(type).data, wallPostId: 30 } } as ProjectedEvent, wallPost),
      ).toEqual([]);
    }
  });
});
