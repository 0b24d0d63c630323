import { toPosition } from '@guildhall/event-store/dense-position.js';
import { eventTypes } from '@guildhall/domain/events.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { findMongoUrl } from '../../testing/mongo/mongodb.js';
import { randomHistory } from '../../testing/random-history.js';
import { forum, getFrom, position, post, sample, thread } from '../../testing/sample-events.js';
import { buildPage, put, type CreateStoreFixture, type StoreFixture } from '../../testing/store-fixture.js';
import { prepareMongoFixture, createSqliteFixture } from '../../testing/store-fixtures.js';
import type { ViewGenerations, ViewStore } from '../../view-store.js';
import type { PostDocument } from '../posts/document.js';
import { postsView } from '../posts/project.js';
import type { ThreadDocument } from '../threads/document.js';
import { threadsView } from '../threads/project.js';
import { uploadUsesView, type UploadUseDocument } from './project.js';
import { findUsedUploads, findUploadUses } from './queries.js';

const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
const use = (kind: UploadUseDocument['kind'], textId: number, upload: string, current: boolean) => ({
  collection: 'uploadUses',
  document: { id: `${kind}:${textId}:${upload}`, upload, kind, textId, current, order: position },
});

describe('upload uses', () => {
  it('stores every upload of a new text', () => {
    const uploads = [one, two];
    const project = uploadUsesView.project;
    const get = getFrom(forum);
    expect(project(sample('ThreadCreated.v1', { uploads }), get)).toEqual([
      use('thread', 10, one, true),
      use('thread', 10, two, true),
    ]);
    expect(project(sample('ReplyPosted.v1', { uploads: [one] }), get)).toEqual([use('post', 20, one, true)]);
    expect(project(sample('WallPosted.v1', { uploads: [one] }), get)).toEqual([use('wallpost', 30, one, true)]);
    expect(project(sample('ReportFiled.v1', { uploads: [one] }), get)).toEqual([use('report', 40, one, true)]);
  });

  it('marks uploads that an edit removes as former', () => {
    const illustratedThread: ThreadDocument = { ...thread, uploads: [one] };
    const illustratedPost: PostDocument = { ...post, uploads: [one, two] };
    const get = getFrom({ threads: [illustratedThread], posts: [illustratedPost] });
    expect(uploadUsesView.project(sample('ThreadEdited.v1', { uploads: [two] }), get)).toEqual([
      use('thread', 10, two, true),
      use('thread', 10, one, false),
    ]);
    expect(uploadUsesView.project(sample('ReplyEdited.v1', { uploads: [two] }), get)).toEqual([
      use('post', 20, two, true),
      use('post', 20, one, false),
    ]);
  });

  it('ignores other events, and texts without uploads', () => {
    const texts = /^(ThreadCreated|ThreadEdited|ReplyPosted|ReplyEdited|WallPosted|ReportFiled)\./;
    for (const type of eventTypes) {
      const event = texts.test(type) ? sample(type, { uploads: [] }) : sample(type);
      expect(uploadUsesView.project(event, getFrom(forum)), type).toEqual([]);
    }
  });

  it('agrees with the newest version of every text after any history', () => {
    let former = 0;
    fc.assert(
      fc.property(randomHistory, (events) => {
        const foldedViews = new FoldInMemory([threadsView, postsView, uploadUsesView], events);
        const listUploads = (documents: (PostDocument | ThreadDocument)[]) =>
          documents.flatMap(({ id, uploads = [] }) => uploads.map((upload) => `${id}:${upload}`)).sort();
        for (const [kind, collection] of [
          ['thread', 'threads'],
          ['post', 'posts'],
        ] as const) {
          const uses = foldedViews
            .listAll<UploadUseDocument>('uploadUses')
            .filter((document) => document.kind === kind);
          const current = uses.filter(({ current }) => current).map(({ textId, upload }) => `${textId}:${upload}`);
          expect(current.sort()).toEqual(listUploads(foldedViews.listAll(collection)));
          former += uses.length - current.length;
        }
      }),
      { numRuns: 300 },
    );
    expect(former, 'uses that an edit ended').toBeGreaterThan(10);
  });
});

const url = await findMongoUrl();
const places: [string, CreateStoreFixture][] = [['SQLite', createSqliteFixture]];
if (url) places.push(['MongoDB', prepareMongoFixture(url)]);

describe.each(places)('upload use queries in %s', (_, newPlace) => {
  let place: StoreFixture;
  let generations: ViewGenerations;
  let store: ViewStore;

  beforeAll(async () => {
    place = await newPlace();
    generations = await place.open(uploadUsesView.schema);
    store = await generations.open(1);
    const uses = Array.from({ length: 9 }, (_, n) => ({
      ...use('post', n + 1, n % 3 === 0 ? two : one, true).document,
      order: toPosition(n + 1),
    }));
    await store.apply(buildPage(20, uses.map((document) => put('uploadUses', document.id, 1, document)))); // prettier-ignore
  });
  afterAll(async () => {
    await generations.close();
    await place.remove();
  });

  it("paginates an upload's uses, newest first", async () => {
    const firstPage = await findUploadUses(store, one, null, 4);
    const nextPage = await findUploadUses(store, one, firstPage.at(-1)?.order ?? '', 4);
    expect([firstPage, nextPage].map((uses) => uses.map(({ textId }) => textId))).toEqual([
      [9, 8, 6, 5],
      [3, 2],
    ]);
  });

  it('finds which of the listed uploads are used', async () => {
    expect(await findUsedUploads(store, [one, '3'.repeat(32)])).toEqual(new Set([one]));
  });
});
