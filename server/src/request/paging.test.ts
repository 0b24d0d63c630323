import { limits } from '@guildhall/domain/limits.js';
import { expect, test } from 'vitest';
import { fillPage, paginateInMemory } from './paging.js';

test('returns each row of a list on exactly one page, even if long rows end pages early', async () => {
  const buildRow = (id: number) => ({ id, text: 'x'.repeat(limits.listBytes * 0.4) });
  const allDocuments = [1, 2, 3, 4, 5];
  const pages: number[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await paginateInMemory(allDocuments, { limit: 4, cursor }, (some) => some.map(buildRow));
    pages.push(page.rows.map(({ id }) => id));
    cursor = page.cursor;
  }
  expect(pages).toEqual([[1, 2], [3, 4], [5]]);
});

test('a row larger than a page gets a page of its own', async () => {
  const getRows = (some: readonly string[]) => Promise.resolve([...some]);
  const texts = ['x'.repeat(100), 'y', 'z'];
  expect(await fillPage(texts, 10, getRows, 50)).toEqual({ rows: texts.slice(0, 1), last: texts[0] });
  expect(await fillPage(texts.slice(1), 10, getRows, 50)).toEqual({ rows: ['y', 'z'], last: null });
});
