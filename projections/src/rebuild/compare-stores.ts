import { isSameJson } from '@guildhall/domain/same-json.js';
import { beginning, pickLaterPosition, type Position } from '@guildhall/event-store/port.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readPrunedTo } from '../runner/prune-changes.js';
import type { DocumentId, ViewDocument, ViewSchema, ViewStore } from '../view-store.js';

/** `missing`: the live views lack the document. `extra`: they have a document that should not exist. */
export interface Difference {
  collection: string;
  id: DocumentId;
  kind: 'missing' | 'extra' | 'different';
  fields: string[];
}

export interface Stores {
  live: ViewStore;
  scratch: ViewStore;
  schema: ViewSchema;
}

export async function compareAll(
  stores: Stores,
  signal?: AbortSignal,
): Promise<{ documents: number; differences: Difference[] }> {
  const { live, scratch, schema } = stores;
  const differences: Difference[] = [];
  let documents = 0;
  const compareBatch = async (collection: string, batch: readonly ViewDocument[], kinds: readonly string[]) => {
    signal?.throwIfAborted();
    const ids = batch.map(({ id }) => id);
    const mismatches = (await compareSome(stores, collection, ids)).filter(({ kind }) => kinds.includes(kind));
    differences.push(...mismatches);
    await nextTurn();
    return mismatches;
  };
  for (const collection of Object.keys(schema)) {
    for await (const batch of scratch.scan(collection)) {
      await compareBatch(collection, batch, ['missing', 'different']);
      documents += batch.length;
    }
    for await (const batch of live.scan(collection)) {
      documents += (await compareBatch(collection, batch, ['extra'])).length;
    }
  }
  return { documents, differences };
}

export async function compareSome(
  { live, scratch, schema }: Stores,
  collection: string,
  ids: readonly DocumentId[],
): Promise<Difference[]> {
  const actual = await readById(live, collection, ids);
  const expectedDocuments = await readById(scratch, collection, ids);
  // Queried last so that any document pruned in the meantime lies before this position.
  const completeFrom = schema[collection]?.pruned ? await completeInBoth(live, scratch) : beginning;
  return ids.flatMap((id) => {
    const actualDocument = actual.get(id);
    const expectedDocument = expectedDocuments.get(id);
    if (((actualDocument ?? expectedDocument)?.pos ?? beginning) < completeFrom) return [];
    const difference = findDifference(actualDocument, expectedDocument);
    return difference ? [{ collection, id, ...difference }] : [];
  });
}

async function completeInBoth(live: ViewStore, scratch: ViewStore): Promise<Position> {
  const prunedLive = (await readPrunedTo(live)) ?? beginning;
  const prunedScratch = (await readPrunedTo(scratch)) ?? beginning;
  return pickLaterPosition(prunedLive, prunedScratch);
}

function findDifference(
  actualDocument?: ViewDocument,
  expectedDocument?: ViewDocument,
): Pick<Difference, 'kind' | 'fields'> | null {
  if (!actualDocument && !expectedDocument) return null;
  if (!actualDocument) return { kind: 'missing', fields: [] };
  if (!expectedDocument) return { kind: 'extra', fields: [] };
  const fields = findDifferingFields(actualDocument, expectedDocument);
  return fields.length > 0 ? { kind: 'different', fields } : null;
}

function findDifferingFields(a: object, b: object): string[] {
  const [left, right] = [{ ...a }, { ...b }] as [Record<string, unknown>, Record<string, unknown>];
  const fields = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...fields].filter((field) => !isSameJson(left[field], right[field])).sort();
}

async function readById(store: ViewStore, collection: string, ids: readonly DocumentId[]) {
  const documents = await store.getMany(collection, ids);
  return new Map(documents.map((document) => [document.id, document]));
}
