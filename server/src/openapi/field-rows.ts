import type { JsonSchema } from './schemas.js';

/** One row of a table of fields. */
export interface FieldRow {
  /** With its path, as `entries[].role_id`. */
  name: string;
  type: string;
  required: boolean;
}

/** The fields of a schema, those of inner objects after the field that contains them; none where it has no fields. */
export function fieldRows(schema: JsonSchema, prefix = ''): FieldRow[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const inner = typeof field === 'boolean' ? {} : field;
    const path = prefix + name;
    return [{ name: path, type: typeOf(inner), required: required.includes(name) }, ...innerRows(inner, path)];
  });
}

/** The fields of a schema's own objects. A named schema has a section of its own. */
export function innerRows(schema: JsonSchema, path: string): FieldRow[] {
  if (schema.properties) return fieldRows(schema, path && `${path}.`);
  const list = itemsOf(schema);
  if (list) return innerRows(list, `${path}[]`);
  return (schema.anyOf ?? []).flatMap((one) => (typeof one === 'boolean' ? [] : innerRows(one, path)));
}

const itemsOf = ({ items }: JsonSchema): JsonSchema | null =>
  typeof items === 'object' && !Array.isArray(items) ? items : null;

/** The type of a value as text: `integer, 1 to 1000`, `list of Thread`, `string or null`. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, anyOf, items } = schema;
  if ($ref) return nameOf($ref);
  if (anyOf) return anyOf.map((one) => (typeof one === 'boolean' ? 'anything' : typeOf(one))).join(' or ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  const list = items && itemsOf(schema);
  if (list) return `list of ${typeOf(list)}`;
  return [schema.format ?? plainType(schema), ...bounds(schema), ...defaultOf(schema)].join(', ');
}

/** `string or null` has one type with two names; an object without fields of its own has any. */
const plainType = ({ type, propertyNames }: JsonSchema): string =>
  propertyNames ? 'fields by name' : [type ?? 'anything'].flat().join(' or ');

export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

/** Of patterns on the page; longer ones only list characters. */
const maxPatternLength = 80;

function bounds(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, pattern } = schema;
  const limit = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    ...between(minimum, limit, ''),
    ...between(minLength, maxLength, ' characters'),
    ...(pattern && pattern.length <= maxPatternLength ? [`of the form ${pattern}`] : []),
  ];
}

function between(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least === 1 && most === undefined && unit) return ['not empty'];
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (most !== undefined) return [`at most ${most}${unit}`];
  return least !== undefined && least > Number.MIN_SAFE_INTEGER ? [`at least ${least}${unit}`] : [];
}

const defaultOf = (schema: JsonSchema): string[] =>
  schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} when left out`];
