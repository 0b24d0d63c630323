/** The documents of a collection in memory, found by `_id`, by a range of `_id`, or by the first field of an index. */
export class Collection {
  #documents = new Map();
  /** By the first field of each index: the documents of each value. */
  #buckets = new Map();
  /** The ids in order, once a range of them was asked for. */
  #sorted = null;
  indexes = [{ v: 2, key: { _id: 1 }, name: '_id_' }];
  #unique = [];

  addIndex({ key, name, unique = false }) {
    if (this.indexes.some((known) => known.name === name)) return;
    this.indexes.push({ v: 2, key, name, ...(unique && { unique }) });
    const [field] = Object.keys(key);
    if (unique) this.#unique.push(field);
    if (this.#buckets.has(field)) return;
    this.#buckets.set(field, new Map());
    for (const document of this.#documents.values()) this.#file(document, [field]);
  }

  /** @throws {DuplicateKey} */
  insert(document) {
    if (this.#documents.has(document._id)) throw new DuplicateKey('_id');
    this.#refuseTaken(document);
    this.#documents.set(document._id, document);
    this.#file(document, this.#buckets.keys());
    if (!this.#sorted) return;
    if (this.#sorted.length === 0 || compare(this.#sorted.at(-1), document._id) < 0) this.#sorted.push(document._id);
    else this.#sorted = null;
  }

  replace(old, document) {
    this.#refuseTaken(document, old);
    for (const [field, bucket] of this.#buckets) bucket.get(keyOf(old[field]))?.delete(old);
    this.#documents.set(document._id, document);
    this.#file(document, this.#buckets.keys());
  }

  remove(document) {
    this.#documents.delete(document._id);
    for (const [field, bucket] of this.#buckets) bucket.get(keyOf(document[field]))?.delete(document);
    this.#sorted = null;
  }

  /** Documents that meet a filter. `limit`: 0 for all. */
  find(filter = {}, sort = {}, limit = 0) {
    const found = [];
    const order = Object.entries(sort);
    const candidates = this.#candidates(filter);
    const isOrdered = order.length === 0 || (order.length === 1 && order[0][0] === '_id' && candidates.isById);
    if (isOrdered && order[0]?.[1] === -1) candidates.documents.reverse();
    for (const document of candidates.documents) {
      if (!matches(document, filter)) continue;
      found.push(document);
      if (isOrdered && found.length === limit) break;
    }
    if (!isOrdered) found.sort((a, b) => inOrder(a, b, order));
    return limit > 0 ? found.slice(0, limit) : found;
  }

  #candidates(filter) {
    const id = filter._id;
    if ('_id' in filter && !isCondition(id)) return { documents: this.#existing([id]) };
    if (id?.$in) return { documents: this.#existing([...new Set(id.$in)]) };
    if (id || Object.keys(filter).every((field) => !this.#buckets.has(field)))
      return { documents: this.#existing(this.#range(id ?? {})), isById: true };
    const sets = [...this.#buckets]
      .filter(([field]) => field in filter && !isCondition(filter[field]))
      .map(([field, bucket]) => bucket.get(keyOf(filter[field])) ?? []);
    const minBucket = sets.sort((a, b) => (a.size ?? 0) - (b.size ?? 0))[0];
    return { documents: minBucket ?? this.#documents.values() };
  }

  #existing(ids) {
    return ids.flatMap((id) => this.#documents.get(id) ?? []);
  }

  #range({ $gt, $gte, $lt, $lte }) {
    this.#sorted ??= [...this.#documents.keys()].sort(compare);
    const from = $gt ?? $gte;
    const to = $lt ?? $lte;
    const begin = from === undefined ? 0 : this.#firstAt(from);
    const end = to === undefined ? this.#sorted.length : this.#firstAt(to) + 1;
    return this.#sorted.slice(begin, end);
  }

  /** The place of the first id that is not before this one. */
  #firstAt(id) {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.#sorted[middle], id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #file(document, fields) {
    for (const field of fields) {
      const bucket = this.#buckets.get(field);
      const key = keyOf(document[field]);
      if (!bucket.has(key)) bucket.set(key, new Set());
      bucket.get(key).add(document);
    }
  }

  #refuseTaken(document, old) {
    for (const field of this.#unique)
      for (const other of this.#buckets.get(field).get(keyOf(document[field])) ?? [])
        if (other !== old) throw new DuplicateKey(field);
  }
}

export class DuplicateKey extends Error {
  constructor(field) {
    super(`E11000 duplicate key error: ${field}`);
  }
}

const keyOf = (value) => (value === undefined || typeof value === 'object' ? JSON.stringify(value ?? null) : value);
const isCondition = (value) =>
  value !== null && typeof value === 'object' && Object.keys(value).some((key) => key.startsWith('$'));

/** As MongoDB orders values of several types. */
const types = ['undefined', 'number', 'string', 'object', 'boolean'];
const typeOf = (value) => types.indexOf(typeof (value ?? undefined));

function compare(a, b) {
  if (typeOf(a) !== typeOf(b)) return typeOf(a) - typeOf(b);
  if (typeof a === 'string') return a < b ? -1 : Number(a > b);
  return typeOf(a) === 0 ? 0 : Number(a > b) - Number(a < b);
}

function inOrder(a, b, sort) {
  for (const [field, direction] of sort) {
    const order = compare(a[field], b[field]);
    if (order !== 0) return order * direction;
  }
  return 0;
}

const tests = {
  $eq: (value, wanted) => equals(value, wanted),
  $ne: (value, wanted) => !equals(value, wanted),
  $gt: (value, wanted) => comparable(value, wanted) && value > wanted,
  $gte: (value, wanted) => comparable(value, wanted) && value >= wanted,
  $lt: (value, wanted) => comparable(value, wanted) && value < wanted,
  $lte: (value, wanted) => comparable(value, wanted) && value <= wanted,
  $in: (value, wanted) => wanted.some((one) => equals(value, one)),
  $exists: (value, wanted) => (value !== undefined) === wanted,
  $not: (value, wanted) => (wanted instanceof RegExp ? !wanted.test(value) : !meets(value, wanted)),
};
const comparable = (value, wanted) => typeof value === typeof wanted && value !== null;
const equals = (value, wanted) =>
  value === wanted || (wanted === null && value === undefined) || (isObject(value) && keyOf(value) === keyOf(wanted));
const isObject = (value) => value !== null && typeof value === 'object';

function meets(value, condition) {
  if (!isCondition(condition)) return equals(value, condition);
  return Object.entries(condition).every(([name, wanted]) => {
    if (!(name in tests)) throw new Error(`the double does not know ${name}`);
    return tests[name](value, wanted);
  });
}

function matches(document, filter) {
  return Object.entries(filter).every(([field, condition]) => {
    if (field === '$or') return condition.some((one) => matches(document, one));
    return meets(document[field], condition);
  });
}

/** The document after an update, or after its replacement. */
export function updated(document, update) {
  if (!Object.keys(update)[0]?.startsWith('$')) return { _id: document._id, ...update };
  const result = { ...document };
  for (const [operator, fields] of Object.entries(update)) {
    for (const [field, value] of Object.entries(fields)) {
      if (operator === '$set') result[field] = value;
      else if (operator === '$inc') result[field] = (result[field] ?? 0) + value;
      else if (operator === '$max') result[field] = result[field] > value ? result[field] : value;
      else if (operator === '$unset') delete result[field];
      else throw new Error(`the double does not know ${operator}`);
    }
  }
  return result;
}

/** What an upsert begins with: the fields that its filter requires to be equal. */
export const fromFilter = (filter) =>
  Object.fromEntries(Object.entries(filter).filter(([, condition]) => !isCondition(condition)));
