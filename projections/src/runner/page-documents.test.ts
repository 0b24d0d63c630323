import { toPosition } from '@guildhall/event-store/dense-position.js';
import { beginning } from '@guildhall/event-store/port.js';
import { describe, expect, it } from 'vitest';
import { PageDocuments } from './page-documents.js';

const buildDocument = (id: number, pos = 1, text = '') => ({ id, pos: toPosition(pos), text });
const shapes = new Map([
  ['things', { indexes: [] }],
  ['others', { indexes: [] }],
  ['lines', { indexes: [], pruned: true as const }],
]);
const createDocuments = (maxCachedBytes = 10_000, prunedTo = beginning) =>
  new PageDocuments(shapes, maxCachedBytes, prunedTo);

describe('documents of the current page', () => {
  it('a document is unknown until it is read or changed', () => {
    const documents = createDocuments();
    expect(documents.find('things', 1)).toBeUndefined();
    documents.addStored('things', 1, buildDocument(1));
    documents.addStored('things', 2, null);
    documents.change('things', buildDocument(3));
    expect([1, 2, 3, 4].map((id) => documents.find('things', id))).toEqual([
      buildDocument(1),
      null,
      buildDocument(3),
      undefined,
    ]);
    expect(documents.find('others', 1)).toBeUndefined();
  });

  it('writes the final state of each changed document once, grouped by collection', () => {
    const documents = createDocuments();
    documents.addStored('things', 1, buildDocument(1));
    documents.change('others', buildDocument(2, 2, 'first'));
    documents.change('things', buildDocument(3, 3));
    documents.change('others', buildDocument(2, 4, 'second'));
    expect(documents.listWrites()).toEqual([
      { collection: 'things', id: 3, pos: toPosition(3), document: buildDocument(3, 3), stored: null },
      { collection: 'others', id: 2, pos: toPosition(4), document: buildDocument(2, 4, 'second'), stored: null },
    ]);
  });

  it("ignores a change that only affects a document's position", () => {
    const documents = createDocuments();
    documents.addStored('things', 1, buildDocument(1));
    documents.change('things', buildDocument(1, 2));
    expect(documents.listWrites()).toEqual([]);
    expect(documents.find('things', 1)).toEqual(buildDocument(1));
  });

  it("each write includes the document's stored version", () => {
    const documents = createDocuments();
    documents.addStored('things', 1, buildDocument(1));
    documents.addStored('things', 2, null);
    for (const id of [1, 2, 3]) documents.change('things', buildDocument(id, 2, 'new'));
    documents.change('things', buildDocument(1, 3, 'newer'));
    expect(documents.listWrites().map(({ stored }) => stored)).toEqual([buildDocument(1), null, null]);
    documents.markPageWritten();
    documents.change('things', buildDocument(1, 4, 'newest'));
    expect(documents.listWrites().map(({ stored }) => stored)).toEqual([buildDocument(1, 3, 'newer')]);
  });

  it('counts the final size of each document once towards the page size', () => {
    const documents = createDocuments();
    documents.addStored('things', 1, buildDocument(1));
    const bytes = documents.pageBytes;
    documents.change('things', buildDocument(2, 1, 'four'));
    expect(documents.pageBytes).toBe(2 * bytes + 4);
    documents.change('things', buildDocument(2));
    documents.change('things', buildDocument(1, 2, 'four'));
    expect(documents.pageBytes).toBe(2 * bytes + 4);
    documents.markPageWritten();
    expect(documents.pageBytes).toBe(0);
    documents.change('things', buildDocument(1, 3, 'sixsix'));
    expect(documents.pageBytes).toBe(bytes + 6);
  });

  it('rejects changes to a collection that no view declares', () => {
    expect(() => createDocuments().find('nothing', 1)).toThrow('No view declares the collection nothing');
  });
});

describe('documents of earlier pages', () => {
  it('caches documents that were read, in their latest state', () => {
    const documents = createDocuments();
    documents.addStored('things', 1, buildDocument(1));
    documents.addStored('things', 2, buildDocument(2));
    documents.addStored('things', 3, null);
    documents.change('things', buildDocument(1, 2, 'newer'));
    documents.change('things', buildDocument(4, 2));
    documents.markPageWritten();
    const cached = [1, 2, 3, 4].map((id) => documents.find('things', id));
    expect(cached).toEqual([buildDocument(1, 2, 'newer'), buildDocument(2), undefined, undefined]);
    expect(documents.listWrites()).toEqual([]);
  });

  it('evicts the least recently used documents if the cache is full', () => {
    const documents = createDocuments(2_000);
    for (let id = 1; id <= 100; id++) {
      documents.addStored('things', id, buildDocument(id));
      documents.markPageWritten();
      documents.find('things', 1);
    }
    const cached = Array.from({ length: 100 }, (_, n) => n + 1).filter((id) => documents.find('things', id));
    expect(cached.length).toBeGreaterThan(10);
    expect(cached.length).toBeLessThan(20);
    expect([cached[0], cached.at(-1)]).toEqual([1, 100]);
  });
});

describe('pruned collections', () => {
  it('ignores documents from events before the pruned position', () => {
    const documents = createDocuments(10_000, toPosition(5));
    for (const pos of [4, 5]) documents.change('lines', buildDocument(pos, pos));
    documents.change('things', buildDocument(1, 4));
    expect(documents.listWrites().map(({ collection, id }) => `${collection} ${id}`)).toEqual(['things 1', 'lines 5']);
  });
});
