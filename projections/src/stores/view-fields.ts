import type { Filter, FindOptions, ViewSchema } from '../view-store.js';

export type DeclaredFields = ReadonlyMap<string, ReadonlySet<string>>;

const plainName = /^[A-Za-z][A-Za-z0-9_]*$/;

export function collectDeclaredFields(schema: ViewSchema): DeclaredFields {
  const fieldsByCollection = new Map<string, ReadonlySet<string>>();
  for (const [collection, shape] of Object.entries(schema)) {
    const fields = new Set(['id', ...shape.indexes.flat()]);
    for (const name of [collection, ...fields]) {
      if (!plainName.test(name)) throw new TypeError(`"${name}" cannot name a collection or an indexed field`);
    }
    fieldsByCollection.set(collection, fields);
  }
  return fieldsByCollection;
}

export function getFields(declaredFields: DeclaredFields, collection: string): ReadonlySet<string> {
  const fields = declaredFields.get(collection);
  if (!fields) throw new TypeError(`There is no collection named "${collection}"`);
  return fields;
}

/**
 * @throws TypeError for an undeclared field, for an undefined condition (which MongoDB would ignore), or for a limit
 * below 1
 */
export function checkQuery(
  declaredFields: DeclaredFields,
  collection: string,
  filter: Filter,
  options?: FindOptions,
): void {
  const sortFields = options?.sort?.map(([field]) => field) ?? [];
  checkFields(declaredFields, collection, [...Object.keys(filter), ...sortFields]);
  for (const field in filter) {
    if (filter[field] === undefined) throw new TypeError(`The condition for "${field}" is undefined`);
  }
  const limit = options?.limit;
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
    throw new TypeError(`A limit must be a positive whole number, not ${limit}`);
  }
}

export function checkFields(declaredFields: DeclaredFields, collection: string, fields: readonly string[]): void {
  const knownFields = getFields(declaredFields, collection);
  for (const field of fields) {
    if (!knownFields.has(field)) throw new TypeError(`Field "${field}" of "${collection}" is not in a declared index`);
  }
}
