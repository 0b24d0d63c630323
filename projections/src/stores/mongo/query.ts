import type { Document, Filter as MongoFilter } from 'mongodb';
import type { Filter, FindOptions, ViewWrite } from '../../view-store.js';

export interface StoredDocument extends Document {
  _id: number | string;
  pos: string;
}

export function toStored({ id, document }: ViewWrite): StoredDocument {
  return { _id: id, ...document };
}

export function toMongoFilter(filter: Filter): MongoFilter<StoredDocument> {
  const entries = Object.entries(filter).map(([field, condition]) => [toMongoKey(field), condition]);
  return Object.fromEntries(entries) as MongoFilter<StoredDocument>;
}

export function toMongoSort(sort: NonNullable<FindOptions['sort']>): Map<string, 1 | -1> {
  return new Map(sort.map(([field, direction]) => [toMongoKey(field), direction]));
}

export const withoutMongoId = { _id: 0 } as const;

export function toMongoKey(field: string): string {
  return field === 'id' ? '_id' : field;
}
