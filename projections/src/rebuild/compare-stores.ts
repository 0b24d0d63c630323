import { beginning } from '@guildhall/event-store/port.js';
import type { Position } from '@guildhall/event-store/port.js';
import { setImmediate as breathe } from 'node:timers/promises';
import { prunedToPosition } from '../runner/prune-changes.js';
import { differingFields, sameJson } from '../runner/same-json.js';
import type { DocumentId, ViewDocument, ViewSchema, ViewStore } from '../view-store.js';

/** `missing`: the live views lack the document; `extra`: it should not exist. */
export interface Difference {
  collection: string;
  id: DocumentId;
  kind: 'missing' | 'extra' | 'different';
  /** Names of the fields that differ, `pos` among them. */
  fields: string[];
}

export interface Stores {
  live: ViewStore;
  scratch: ViewStore;
  schema: ViewSchema;
}

/** Compares every document, reading each store once. Other work runs between the batches. */
export async function compareAll(
  stores: Stores,
  signal?: AbortSignal,
): Promise<{ documents: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let documents = 0;
  for (const collection of Object.keys(stores.schema)) {
    const [live, scratch] = [new Scan(stores.live, collection), new Scan(stores.scratch, collection)];
    for (;;) {
      const more = [await live.next(), await scratch.next()];
      if (!more.includes(true)) break;
      signal?.throwIfAborted();
      const found = await compareSome(stores, collection, suspectedDifferences(live, scratch));
      differences.push(...found);
      documents += found.filter(({ kind }) => kind === 'extra').length;
      await breathe();
    }
    documents += scratch.read;
  }
  return { documents, differences };
}

/** A scan of a collection, batch by batch. */
class Scan {
  /** Documents read so far. */
  read = 0;
  /** The documents of the current batch that were not compared yet. */
  rest: ViewDocument[] = [];
  /** The store has no more documents. */
  ended = false;
  private readonly batches: AsyncIterator<ViewDocument[]>;

  constructor(store: ViewStore, collection: string) {
    this.batches = store.scan(collection)[Symbol.asyncIterator]();
  }

  /** Reads a batch unless there are no more documents. @returns whether there are any */
  async next(): Promise<boolean> {
    if (this.rest.length === 0 && !this.ended) {
      const batch = await this.batches.next();
      if (batch.done) this.ended = true;
      else this.rest = batch.value;
      this.read += this.rest.length;
    }
    return this.rest.length > 0;
  }
}

/** The documents that are not the same in both, as far as the current batches show; these are consumed. */
function suspectedDifferences(a: Scan, b: Scan): DocumentId[] {
  const suspects: DocumentId[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [one, other] = [a.rest[i], b.rest[j]];
    if (!one && !(a.ended && other)) break;
    if (!other && !(b.ended && one)) break;
    const order = !other ? -1 : !one ? 1 : orderOf(one.id, other.id);
    if (order <= 0) i++;
    if (order >= 0) j++;
    const id = order <= 0 ? one?.id : other?.id;
    if (id !== undefined && (order !== 0 || !sameJson(one, other))) suspects.push(id);
  }
  a.rest = a.rest.slice(i);
  b.rest = b.rest.slice(j);
  return suspects;
}

/** Numbers before strings, as stores scan. A different order would lose nothing: suspects are read again. */
function orderOf(a: DocumentId, b: DocumentId): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Compares the documents of the given ids, now. */
export async function compareSome(
  { live, scratch, schema }: Stores,
  collection: string,
  ids: readonly DocumentId[],
): Promise<Difference[]> {
  const [actual, expected] = [await byId(live, collection, ids), await byId(scratch, collection, ids)];
  // Queried last: a document that was pruned in the meantime is before it.
  const keptFrom = schema[collection]?.pruned ? await bothComplete(live, scratch) : beginning;
  return ids.flatMap((id) => {
    const [is, should] = [actual.get(id), expected.get(id)];
    if (((is ?? should)?.pos ?? beginning) < keptFrom) return [];
    const difference = differenceOf(is, should);
    return difference ? [{ collection, id, ...difference }] : [];
  });
}

/** The position from which both hold what the pruned collections should. */
async function bothComplete(live: ViewStore, scratch: ViewStore): Promise<Position> {
  const [a, b] = [(await prunedToPosition(live)) ?? beginning, (await prunedToPosition(scratch)) ?? beginning];
  return a > b ? a : b;
}

function differenceOf(is?: ViewDocument, should?: ViewDocument): Pick<Difference, 'kind' | 'fields'> | null {
  if (!is && !should) return null;
  if (!is) return { kind: 'missing', fields: [] };
  if (!should) return { kind: 'extra', fields: [] };
  const fields = differingFields(is, should);
  return fields.length > 0 ? { kind: 'different', fields } : null;
}

async function byId(store: ViewStore, collection: string, ids: readonly DocumentId[]) {
  const documents = await store.getMany(collection, ids);
  return new Map(documents.map((document) => [document.id, document]));
}
