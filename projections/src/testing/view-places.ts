import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteGenerations } from '../sqlite-generations.js';
import type { View } from '../view.js';
import type { ViewDocument, ViewSchema, ViewStore } from '../view-store.js';
import type { MakePlace } from './view-store-place.js';

/** A folder for the generations of a test, in SQLite. */
export const newSqlitePlace: MakePlace = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-views-'));
  return {
    open: (schema, options) => openSqliteGenerations(folder, schema, options),
    remove: async () => rmSync(folder, { recursive: true }),
  };
};

export function schemaOf(views: readonly View[]): ViewSchema {
  return Object.assign({}, ...views.map((view) => view.schema)) as ViewSchema;
}

/** Everything that a store holds, by collection, in order of id. */
export async function contentsOf(store: ViewStore, views: readonly View[]): Promise<Record<string, ViewDocument[]>> {
  const contents: Record<string, ViewDocument[]> = {};
  for (const collection of Object.keys(schemaOf(views))) {
    const documents: ViewDocument[] = (contents[collection] = []);
    for await (const batch of store.scan(collection)) documents.push(...batch);
  }
  return contents;
}
