import { limits } from '@guildhall/domain/limits.js';
import { expect, test } from 'vitest';
import { pageInMemory } from './paging.js';

test('A list in memory has each row on one page, also where pages end early because their rows are long.', async () => {
  const row = (id: number) => ({ id, text: 'x'.repeat(limits.listBytes * 0.4) });
  const all = [1, 2, 3, 4, 5];
  const pages: number[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await pageInMemory(all, { limit: 4, cursor }, (some) => some.map(row));
    pages.push(page.rows.map(({ id }) => id));
    cursor = page.cursor;
  }
  expect(pages).toEqual([[1, 2], [3, 4], [5]]);
});
