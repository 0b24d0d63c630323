import type { DocumentId, Filter, FindOptions, Scalar, ViewSchema, ViewWrite } from '../view-store.js';

/** The fields of each collection that queries may use, including `id`. */
export type DeclaredFields = ReadonlyMap<string, ReadonlySet<string>>;

const plainName = /^[A-Za-z][A-Za-z0-9_]*$/;
const maxInValues = 10_000;

/** @throws TypeError for a collection or field whose name contains anything but letters, digits and underscores */
export function declaredFields(schema: ViewSchema): DeclaredFields {
  const declared = new Map<string, ReadonlySet<string>>();
  for (const [collection, shape] of Object.entries(schema)) {
    const fields = new Set(['id', ...shape.indexes.flat()]);
    for (const name of [collection, ...fields]) {
      if (!plainName.test(name)) throw new TypeError(`"${name}" cannot name a collection or an indexed field`);
    }
    declared.set(collection, fields);
  }
  return declared;
}

/** @throws TypeError for a collection that the schema does not have */
export function fieldsOf(declared: DeclaredFields, collection: string): ReadonlySet<string> {
  const fields = declared.get(collection);
  if (!fields) throw new TypeError(`There is no collection "${collection}"`);
  return fields;
}

/** @throws TypeError if the query uses a field that is not declared, or a value that cannot be compared */
export function checkQuery(declared: DeclaredFields, collection: string, filter: Filter, options?: FindOptions): void {
  const fields = fieldsOf(declared, collection);
  for (const field in filter) {
    if (!fields.has(field)) throw undeclared(collection, field);
    checkCondition(field, filter[field]);
  }
  for (const [field] of options?.sort ?? []) if (!fields.has(field)) throw undeclared(collection, field);
  const limit = options?.limit;
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
    throw new TypeError(`A limit is a positive whole number, not ${limit}`);
  }
}

/** @throws TypeError if a field is not declared */
export function checkFields(declared: DeclaredFields, collection: string, fields: readonly string[]): void {
  for (const field of fields) if (!fieldsOf(declared, collection).has(field)) throw undeclared(collection, field);
}

function undeclared(collection: string, field: string): TypeError {
  return new TypeError(`Field "${field}" of "${collection}" is in no declared index`);
}

function checkCondition(field: string, condition: unknown): void {
  if (typeof condition !== 'object' || condition === null) return checkScalar(field, condition);
  let known = 0;
  for (const [operator, value] of Object.entries(condition) as [string, unknown][]) {
    if (operator === '$in' && Array.isArray(value) && value.length <= maxInValues) {
      for (const one of value) checkScalar(field, one);
    } else if (/^\$[gl]te?$/.test(operator) && value !== null) {
      if (value === undefined) continue;
      checkScalar(field, value);
    } else throw new TypeError(`The condition ${operator} on "${field}" is not one the views know`);
    known++;
  }
  if (known === 0 || ('$in' in condition && known > 1)) {
    throw new TypeError(`The condition on "${field}" must be a value, one $in or a range`);
  }
}

function checkScalar(field: string, value: unknown): asserts value is Scalar {
  if (typeof value === 'string' ? value.includes('\0') : typeof value === 'number' && !Number.isFinite(value)) {
    throw new TypeError(`"${field}" cannot be compared with a string holding U+0000 or a number that is not finite`);
  }
  if (value !== null && typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new TypeError(`"${field}" can only be compared with a scalar`);
  }
}

/** @throws TypeError if the write's parts disagree or an indexed field does not hold a scalar */
export function checkWrite(declared: DeclaredFields, { collection, id, pos, document }: ViewWrite): void {
  const fields = fieldsOf(declared, collection);
  checkId(id);
  if (!document) return;
  if (document.id !== id || document.pos !== pos) {
    throw new TypeError(`The write of ${collection} ${id} and its document differ in id or position`);
  }
  const values = document as unknown as Record<string, unknown>; // any field may be an indexed one
  for (const field of fields) checkScalar(field, values[field] ?? null);
}

/** @throws TypeError */
export function checkId(id: DocumentId): void {
  if (typeof id !== 'number' && typeof id !== 'string') throw new TypeError('An id is a number or a string');
  checkScalar('id', id);
}
