import { limits } from '@guildhall/domain/limits.js';
import { z } from 'zod';

/** A whole number from 1 to `max` in a query. */
export function positiveIntUpTo(max: number) {
  const error = `must be a whole number from 1 to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(1, { error }).max(max, { error });
}

/** For the document: other tools do not read classes of Unicode; they get no pattern. */
const patternOf = ({ source }: RegExp) => (source.includes('\\p{') ? {} : { pattern: `^$|${source}` });

/** Text of a form in a query; an empty one is absent. */
export const matching = (form: RegExp, described: object = patternOf(form)) =>
  z
    .string({ error: 'is not valid' })
    .refine((value) => value === '' || form.test(value), { error: 'is not valid' })
    .meta({ ...described })
    .transform((value) => value || undefined)
    .optional();

export const position = matching(/^\d{20}$/);

/** The query of every call that reads views: they must reach the position `<log>.<position>` first. */
export const readQuery = z.object({ after: matching(/^[0-9a-f]{8}\.\d{20}$/) });
export type ReadQuery = z.infer<typeof readQuery>;

/** As `readQuery`, for a list: the number of rows, by default the first thousand. */
export const rows = readQuery.extend({ limit: positiveIntUpTo(limits.listRows).default(limits.listRows) });

/** Query fields of the adjacent pages; null for a field that a page does not have. */
export type PageLinks = { next?: Record<string, string | null>; prev?: Record<string, string | null> };

/** The response of a read to everyone of a role. */
export interface SharedRead {
  rows: unknown;
  /** The cursor of the next page, if there is one. */
  cursor?: string | null;
  /** The adjacent pages, where a cursor does not name them. */
  links?: PageLinks;
}

/** As `rows`, for a list whose pages begin after a cursor, which the `Link` header of the previous page names. */
export const paging = <Cursor extends z.ZodType>(cursor: Cursor) => rows.extend({ cursor });

/** The query of a list that is in memory: a page begins after so many rows. */
export const offsetPaging = paging(matching(/^[1-9]\d{0,6}$/)).omit({ after: true }).shape;
export type OffsetQuery = z.infer<z.ZodObject<typeof offsetPaging>>;

/** 1 or 0, true or false, in a query. */
export const queryFlag = z
  .enum(['1', '0', 'true', 'false'], { error: 'must be 1, 0, true or false' })
  .transform((value) => value === '1' || value === 'true');

/** The number of documents that are read, and turned into rows, before checking whether a page is full. */
const readAtOnce = 100;
const pageRows = 20;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Makes rows of the documents of a page, in their order, until they reach `maxBytes` as JSON; at least one. `found`:
 * those of the page, and one more where another page follows. `rowsOf` makes one row of each document.
 * @returns `last`: of the documents on the page, where more follow
 */
export async function fillPage<Document, Row>(
  found: readonly Document[] | AsyncIterable<readonly Document[]>,
  limit: number,
  rowsOf: (some: readonly Document[]) => Promise<Row[]>,
  maxBytes: number = limits.listBytes,
): Promise<{ rows: Row[]; last: Document | null }> {
  const rows: Row[] = [];
  let last: Document | null = null;
  let bytes = 0;
  for await (const some of inChunks(found)) {
    const taken = some.slice(0, limit - rows.length);
    for (const [n, row] of (await rowsOf(taken)).entries()) {
      bytes += jsonBytes(row);
      if (bytes > maxBytes && rows.length > 0) return { rows, last };
      rows.push(row);
      last = taken[n] ?? null;
    }
    if (taken.length < some.length) return { rows, last };
  }
  return { rows, last: null };
}

/** One page of a list in memory, for a query of `offsetPaging`. */
export async function pageInMemory<Item, Row>(
  all: readonly Item[],
  { limit, cursor = '0' }: OffsetQuery,
  rowsOf: (some: readonly Item[]) => Row[],
): Promise<{ rows: Row[]; cursor: string | null }> {
  const from = Number(cursor);
  const { rows, last } = await fillPage(all.slice(from, from + limit + 1), limit, (some) =>
    Promise.resolve(rowsOf(some)),
  );
  return { rows, cursor: last === null ? null : String(from + rows.length) };
}

async function* inChunks<Document>(
  found: readonly Document[] | AsyncIterable<readonly Document[]>,
): AsyncGenerator<readonly Document[]> {
  for await (const read of Symbol.asyncIterator in found ? found : [found]) {
    for (let from = 0; from < read.length; from += pageRows) yield read.slice(from, from + pageRows);
  }
}

/**
 * The documents for `fillPage`, read only as far as the page has room for them: a thousand of them may be 30 MB.
 * `read`: this many of them after the order of one. `shown`: those of them that the page may have.
 */
export async function* inSteps<Document extends { order: string }>(
  limit: number,
  read: (behind: string | null, count: number) => Promise<readonly Document[]>,
  shown: (some: readonly Document[]) => readonly Document[] | Promise<readonly Document[]> = (some) => some,
): AsyncGenerator<readonly Document[]> {
  let behind: string | null = null;
  for (let left = limit + 1; left > 0;) {
    const count = Math.min(left, readAtOnce);
    const some = await read(behind, count);
    const taken = await shown(some);
    yield taken;
    left = some.length < count ? 0 : left - taken.length;
    behind = some.at(-1)?.order ?? null;
  }
}

/** Reads one page of rows in steps, newest or oldest first, as `fillPage` and `inSteps` do. */
export async function readPage<Document extends { order: string }, Row>(
  { limit, cursor = null }: { limit: number; cursor?: string | null | undefined },
  read: (behind: string | null, count: number) => Promise<readonly Document[]>,
  rowsOf: (some: readonly Document[]) => Promise<Row[]>,
  visible?: (some: readonly Document[]) => Promise<readonly Document[]>,
): Promise<{ rows: Row[]; cursor: string | null }> {
  const found = inSteps(limit, (behind, count) => read(behind ?? cursor, count), visible);
  const { rows, last } = await fillPage(found, limit, rowsOf);
  return { rows, cursor: last?.order ?? null };
}

/** Splits documents that were read with one more than a page has: the page, and the cursor of the next one. */
export function cutPage<Document extends { order: string }>(found: readonly Document[], limit: number) {
  const page = found.slice(0, limit);
  return { page, cursor: found.length > limit ? (page.at(-1)?.order ?? null) : null };
}

/** The query of a list whose pages are numbered. */
export const numberedPaging = {
  limit: rows.shape.limit,
  page: positiveIntUpTo(limits.listRows * limits.listRows).default(1),
};

export const linksOfNumbered = (total: number, { page, limit }: { page: number; limit: number }): PageLinks =>
  nextPage(total > page * limit ? String(page + 1) : null, 'page');

/** The link to the next page of a list; none without a cursor. `name`: the name of the cursor in the query. */
export function nextPage(cursor: string | null, name = 'cursor'): PageLinks {
  return cursor === null ? {} : { next: { [name]: cursor } };
}

/**
 * The value of a `Link` header (RFC 8288) that names the adjacent pages; the body remains a plain list.
 * @param address path and query of this page. @returns null where there is no other page
 */
export function linkHeader(address: string, pages: PageLinks): string | null {
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
