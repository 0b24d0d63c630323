import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMongoGenerations } from '../stores/mongo/generations.js';
import { openSqliteGenerations } from '../stores/sqlite/generations.js';
import type { View } from '../view.js';
import type { ViewDocument, ViewSchema, ViewStore } from '../view-store.js';
import { dropDatabases, createPrefix } from './mongo/mongodb.js';
import type { CreateStoreFixture } from './store-fixture.js';

export const createSqliteFixture: CreateStoreFixture = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-views-'));
  return {
    open: (schema, options) => openSqliteGenerations(folder, schema, options),
    remove: async () => rmSync(folder, { recursive: true }),
  };
};

export const prepareMongoFixture =
  (url: string): CreateStoreFixture =>
  async () => {
    const databasePrefix = createPrefix();
    return {
      open: (schema, options) => openMongoGenerations(url, schema, { databasePrefix, ...options }),
      remove: () => dropDatabases(url, databasePrefix),
    };
  };

export function mergeSchemas(views: readonly View[]): ViewSchema {
  return Object.assign({}, ...views.map((view) => view.schema)) as ViewSchema;
}

export async function readContents(store: ViewStore, views: readonly View[]): Promise<Record<string, ViewDocument[]>> {
  const contents: Record<string, ViewDocument[]> = {};
  for (const collection of Object.keys(mergeSchemas(views))) {
    const documents: ViewDocument[] = (contents[collection] = []);
    for await (const batch of store.scan(collection)) documents.push(...batch);
  }
  return contents;
}
