import { limits } from '@guildhall/domain/limits.js';
import { z } from 'zod';

export function createPositiveIntSchema(max: number) {
  const error = `must be a whole number from 1 to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(1, { error }).max(max, { error });
}

/** `metadata` replaces the pattern in the API document, where flags and Unicode escapes are lost. */
export const createStringSchema = (form: RegExp, metadata: object = { pattern: form.source }) =>
  z
    .string({ error: 'is not valid' })
    .refine((value) => form.test(value), { error: 'is not valid' })
    .meta({ ...metadata })
    .optional();

export const position = createStringSchema(/^\d{20}$/);

/** `after` is `<log>.<position>`. The read waits until the views reach this position. */
export const readQuery = z.object({
  after: createStringSchema(/^[0-9a-f]{8}\.\d{20}$/).describe(
    'The latest position that you have seen (`guildhall-position`). The response then includes everything written up to it',
  ),
});
export type ReadQuery = z.infer<typeof readQuery>;

export const listQuery = readQuery.extend({
  limit: createPositiveIntSchema(limits.listRows).default(limits.listRows),
});

export type PageLinks = { next?: Record<string, string | null>; prev?: Record<string, string | null> };

export interface SharedRead {
  rows: unknown;
  cursor?: string | null;
  links?: PageLinks;
}

export const createPagingSchema = <Cursor extends z.ZodType>(cursor: Cursor) => listQuery.extend({ cursor });

export const offsetPaging = createPagingSchema(createStringSchema(/^[1-9]\d{0,6}$/)).omit({ after: true }).shape;
export type OffsetQuery = z.infer<z.ZodObject<typeof offsetPaging>>;

export const queryFlag = z
  .enum(['1', '0', 'true', 'false'], { error: 'must be 1, 0, true or false' })
  .meta({ enum: undefined, type: 'boolean' })
  .transform((value) => value === '1' || value === 'true');

const readAtOnce = 100;
const pageRows = 20;

export const countJsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Expects one document more than the limit if another page follows. @returns `last`, which is null on the last page */
export async function fillPage<Document, Row>(
  readRows: readonly Document[] | AsyncIterable<readonly Document[]>,
  limit: number,
  rowsOf: (some: readonly Document[]) => Promise<Row[]>,
  maxBytes: number = limits.listBytes,
): Promise<{ rows: Row[]; last: Document | null }> {
  const rows: Row[] = [];
  let last: Document | null = null;
  let bytes = 0;
  for await (const chunk of findInChunks(readRows)) {
    const nextRows = chunk.slice(0, limit - rows.length);
    for (const [n, row] of (await rowsOf(nextRows)).entries()) {
      bytes += countJsonBytes(row);
      if (bytes > maxBytes && rows.length > 0) return { rows, last };
      rows.push(row);
      last = nextRows[n] ?? null;
    }
    if (nextRows.length < chunk.length) return { rows, last };
  }
  return { rows, last: null };
}

export async function paginateInMemory<Item, Row>(
  all: readonly Item[],
  { limit, cursor = '0' }: OffsetQuery,
  rowsOf: (documents: readonly Item[]) => Row[],
): Promise<{ rows: Row[]; cursor: string | null }> {
  const from = Number(cursor);
  const { rows, last } = await fillPage(all.slice(from, from + limit + 1), limit, (some) =>
    Promise.resolve(rowsOf(some)),
  );
  return { rows, cursor: last === null ? null : String(from + rows.length) };
}

async function* findInChunks<Document>(
  readRows: readonly Document[] | AsyncIterable<readonly Document[]>,
): AsyncGenerator<readonly Document[]> {
  for await (const read of Symbol.asyncIterator in readRows ? readRows : [readRows]) {
    for (let from = 0; from < read.length; from += pageRows) yield read.slice(from, from + pageRows);
  }
}

/** Reads in chunks because a thousand documents can take up 30 MB. */
export async function* readInChunks<Document extends { order: string }>(
  limit: number,
  read: (behind: string | null, count: number) => Promise<readonly Document[]>,
  filterVisible: (some: readonly Document[]) => readonly Document[] | Promise<readonly Document[]> = (some) => some,
): AsyncGenerator<readonly Document[]> {
  let behind: string | null = null;
  for (let remaining = limit + 1; remaining > 0;) {
    const count = Math.min(remaining, readAtOnce);
    const documents = await read(behind, count);
    const nextRows = await filterVisible(documents);
    yield nextRows;
    remaining = documents.length < count ? 0 : remaining - nextRows.length;
    behind = documents.at(-1)?.order ?? null;
  }
}

export async function readPage<Document extends { order: string }, Row>(
  { limit, cursor = null }: { limit: number; cursor?: string | null | undefined },
  read: (behind: string | null, count: number) => Promise<readonly Document[]>,
  rowsOf: (some: readonly Document[]) => Promise<Row[]>,
  visible?: (some: readonly Document[]) => Promise<readonly Document[]>,
): Promise<{ rows: Row[]; cursor: string | null }> {
  const readRows = readInChunks(limit, (behind, count) => read(behind ?? cursor, count), visible);
  const { rows, last } = await fillPage(readRows, limit, rowsOf);
  return { rows, cursor: last?.order ?? null };
}

/** Requests one extra document to determine whether another page follows. */
export async function queryPage<Document extends { order: string }>(
  { limit, cursor = null }: { limit: number; cursor?: string | null | undefined },
  read: (cursor: string | null, count: number) => Promise<readonly Document[]>,
): Promise<{ page: Document[]; cursor: string | null }> {
  const documents = await read(cursor, limit + 1);
  const page = documents.slice(0, limit);
  return { page, cursor: documents.length > limit ? (page.at(-1)?.order ?? null) : null };
}

export const numberedPaging = {
  limit: listQuery.shape.limit,
  page: createPositiveIntSchema(limits.listRows * limits.listRows).default(1),
};

export const buildNumberedLinks = (total: number, { page, limit }: { page: number; limit: number }): PageLinks =>
  buildNextLink(total > page * limit ? String(page + 1) : null, 'page');

export function buildNextLink(cursor: string | null, name = 'cursor'): PageLinks {
  return cursor === null ? {} : { next: { [name]: cursor } };
}

/** Follows RFC 8288. @param address path and query of this page. @returns null if there is no other page */
export function formatLinkHeader(address: string, pages: PageLinks): string | null {
  const links = Object.entries(pages).map(([rel, fields]) => {
    const url = new URL(address, 'http://relative');
    for (const [name, value] of Object.entries(fields)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    return `<${url.pathname}${url.search}>; rel="${rel}"`;
  });
  return links.length > 0 ? links.join(', ') : null;
}
