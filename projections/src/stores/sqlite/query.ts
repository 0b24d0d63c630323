import { limitParameter } from '@guildhall/event-store/sqlite/database.js';
import type { Condition, DocumentId, Filter, FindOptions, Scalar } from '../../view-store.js';

/**
 * Null and absent values are NULL, and booleans are blobs of one byte. SQLite then sorts NULL, numbers, text (by code
 * point) and blobs exactly as MongoDB does, and values of different types are never equal.
 */
export type SqlValue = null | number | string | Uint8Array;

const booleans = { false: new Uint8Array([0]), true: new Uint8Array([1]) };

export function toSqlValue(value: Scalar | undefined): SqlValue {
  if (value === undefined) return null;
  return typeof value === 'boolean' ? booleans[`${value}`] : value;
}

export function toScalar(value: SqlValue): Scalar {
  return value instanceof Uint8Array ? value[0] === 1 : value;
}

export function buildSqlValue(field: string): string {
  return `CASE json_type(body, '$.${field}') WHEN 'true' THEN x'01' WHEN 'false' THEN x'00'
    ELSE json_extract(body, '$.${field}') END`;
}

export function toColumn(field: string): string {
  return field === 'id' || field === 'pos' ? field : `f_${field}`;
}

export interface SqlQuery {
  sql: string;
  values: SqlValue[];
}

export function buildSelectSql(
  columns: string,
  collection: string,
  filter: Filter,
  options: FindOptions = {},
): SqlQuery {
  const values: SqlValue[] = [];
  let sql = `SELECT ${columns} FROM "${collection}"`;
  let joint = ' WHERE ';
  for (const field in filter) {
    sql += joint + buildConditionSql(toColumn(field), filter[field] as Condition, values);
    joint = ' AND ';
  }
  joint = ' ORDER BY ';
  for (const [field, direction] of options.sort ?? []) {
    sql += `${joint}${toColumn(field)} ${direction === 1 ? 'ASC' : 'DESC'}`;
    joint = ', ';
  }
  if (options.limit !== undefined) {
    sql += ` ${limitParameter}`;
    values.push(options.limit);
  }
  return { sql, values };
}

function buildConditionSql(column: string, condition: Condition, values: SqlValue[]): string {
  if (condition === null) return `${column} IS NULL`;
  if (typeof condition !== 'object') {
    values.push(toSqlValue(condition));
    return `${column} = ?`;
  }
  return '$in' in condition ? buildInSql(column, condition.$in, values) : buildRangeSql(column, condition, values);
}

function buildInSql(column: string, list: readonly Scalar[], values: SqlValue[]): string {
  const nonNullValues = list.filter((value) => value !== null);
  const orNull = nonNullValues.length < list.length;
  if (nonNullValues.length === 0) return orNull ? `${column} IS NULL` : '0';
  const sql = `${column} IN (${buildPlaceholders(nonNullValues.map(toSqlValue), values)})`;
  return orNull ? `(${sql} OR ${column} IS NULL)` : sql;
}

/**
 * Repeats the last value until the length is a power of two so that lists of any length share a few prepared
 * statements.
 */
function buildPlaceholders(list: readonly SqlValue[], values: SqlValue[]): string {
  const length = 2 ** Math.ceil(Math.log2(list.length));
  for (let i = 0; i < length; i++) values.push(list[Math.min(i, list.length - 1)] ?? null);
  return '?, '.repeat(length - 1) + '?';
}

const rangeOperators = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;
// These bounds end a range before the next type in SQLite's order.
const endOfType = { number: "< ''", string: "< x''", boolean: "<= x'01'" } as const;
const startOfType = { number: 'IS NOT NULL', string: ">= ''", boolean: ">= x'00'" } as const;

function buildRangeSql(
  column: string,
  range: Exclude<Condition, Scalar | { $in: unknown }>,
  values: SqlValue[],
): string {
  const [lower, upper] = [range.$gt ?? range.$gte, range.$lt ?? range.$lte];
  // With an additional bound, SQLite would scan to the end of the type.
  const isClosed = lower !== undefined && typeof lower === typeof upper;
  const parts: string[] = [];
  for (const operator of ['$gt', '$gte', '$lt', '$lte'] as const) {
    const bound = range[operator];
    if (bound === undefined) continue;
    const type = typeof bound as keyof typeof endOfType;
    values.push(toSqlValue(bound));
    parts.push(`${column} ${rangeOperators[operator]} ?`);
    const oppositeBound = operator === '$gt' || operator === '$gte' ? endOfType[type] : startOfType[type];
    if (!isClosed) parts.push(`${column} ${oppositeBound}`);
  }
  return parts.join(' AND ');
}

export function buildGetManySql(collection: string, ids: readonly DocumentId[]): SqlQuery {
  const values: SqlValue[] = [];
  return { sql: `SELECT body FROM "${collection}" WHERE id IN (${buildPlaceholders(ids, values)})`, values };
}
