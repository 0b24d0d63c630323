import { beginning } from '@guildhall/event-store/port.js';
import type { Position } from '@guildhall/event-store/port.js';
import { setImmediate as breathe } from 'node:timers/promises';
import { prunedToOf } from './prune-changes.js';
import { differingFields } from './same-json.js';
import type { DocumentId, ViewDocument, ViewSchema, ViewStore } from './view-store.js';

/** `missing`: the live views lack the document; `extra`: it should not be there. */
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

/** Compares every document. Others get their turn between the batches. */
export async function compareAll(
  stores: Stores,
  signal?: AbortSignal,
): Promise<{ documents: number; differences: Difference[] }> {
  const { live, scratch, schema } = stores;
  const differences: Difference[] = [];
  let documents = 0;
  for (const collection of Object.keys(schema)) {
    for (const [scanned, isLive] of [
      [scratch, false],
      [live, true],
    ] as const) {
      for await (const batch of scanned.scan(collection)) {
        signal?.throwIfAborted();
        const found = await compareSome(stores, collection, batch.map(({ id }) => id)); // prettier-ignore
        // The second scan is for what only the live views have.
        const fresh = isLive ? found.filter(({ kind }) => kind === 'extra') : found;
        documents += isLive ? fresh.length : batch.length;
        differences.push(...fresh);
        await breathe();
      }
    }
  }
  return { documents, differences };
}

/** Compares the documents of the given ids, now. */
export async function compareSome(
  { live, scratch, schema }: Stores,
  collection: string,
  ids: readonly DocumentId[],
): Promise<Difference[]> {
  const [actual, expected] = [await byId(live, collection, ids), await byId(scratch, collection, ids)];
  // Asked last: a document that was pruned meanwhile lies before it.
  const keptFrom = schema[collection]?.pruned ? await bothComplete(live, scratch) : beginning;
  return ids.flatMap((id) => {
    const [is, should] = [actual.get(id), expected.get(id)];
    if (((is ?? should)?.pos ?? beginning) < keptFrom) return [];
    const difference = differenceOf(is, should);
    return difference ? [{ collection, id, ...difference }] : [];
  });
}

/** From where on both hold what the pruned collections should. */
async function bothComplete(live: ViewStore, scratch: ViewStore): Promise<Position> {
  const [a, b] = [(await prunedToOf(live)) ?? beginning, (await prunedToOf(scratch)) ?? beginning];
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
