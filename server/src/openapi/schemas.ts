import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  constructor(private readonly target: 'draft-2020-12' | 'draft-7' = 'draft-2020-12') {}

  buildInput(schema: z.ZodType): JsonSchema {
    return this.convert(schema, 'input');
  }

  buildOutput(schema: z.ZodType): JsonSchema {
    return this.convert(schema, 'output');
  }

  /** Generators would otherwise derive their own names, or share one name between different calls' bodies. */
  nameBody(name: string, schema: JsonSchema): JsonSchema {
    const { type, items } = schema;
    if (type === 'array' && typeof items === 'object' && !Array.isArray(items))
      return { ...schema, items: this.nameBody(`${name}Item`, items) };
    if (type !== 'object') return schema;
    this.components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  private convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { target } = this;
    const wholeSchema = z.toJSONSchema(schema, { io, target });
    const text = JSON.stringify(wholeSchema).replaceAll(/"#\/(\$defs|definitions)\//g, '"#/components/schemas/');
    const {
      $schema: _,
      $defs,
      definitions,
      ...converted
    } = JSON.parse(text, (_key, value: unknown) => simplify(value, target)) as JsonSchema;
    Object.assign(this.components, $defs, definitions);
    return converted;
  }
}

/**
 * Generators of API clients drop whatever they cannot map to a type, so each value has the simplest form that describes
 * it.
 */
function simplify(value: unknown, target: 'draft-2020-12' | 'draft-7'): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as JsonSchema;
  writeAlternatives(schema);
  writeSize(schema);
  // Generators for Java write a constant flag as an enumeration, which does not compile.
  if (typeof schema.const === 'boolean' && target !== 'draft-7') {
    schema.description ??= `Always ${schema.const}`;
    delete schema.const;
  }
  // `format` already describes dates and UUIDs.
  if (typeof schema.format === 'string' && !['email', 'uri'].includes(schema.format)) delete schema.pattern;
  // Not all of the document's consumers support Unicode property escapes.
  if (typeof schema.pattern === 'string' && schema.pattern.includes('\\p{')) delete schema.pattern;
  return schema;
}

/** Writes several types as alternatives in `oneOf`, but a single type that can be null as one `type`. */
function writeAlternatives(schema: JsonSchema): void {
  if (Array.isArray(schema.type) && !schema.type.includes('null')) {
    schema.oneOf = schema.type.map((type) => ({ type }));
    delete schema.type;
  }
  const [value, none, ...others] = schema.anyOf ?? [];
  if (!value) return;
  if (none?.type !== 'null' || others.length > 0) {
    // No value matches two of the alternatives.
    schema.oneOf = schema.anyOf;
  } else if (typeof value.type !== 'string') {
    schema.oneOf = [value, none];
  } else {
    const { type, enum: values } = value;
    Object.assign(schema, { ...value, ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) });
  }
  delete schema.anyOf;
}

const maxInt32 = 2 ** 31 - 1;

function writeSize(schema: JsonSchema): void {
  if (![schema.type].flat().includes('integer')) return;
  if (typeof schema.exclusiveMinimum === 'number') {
    schema.minimum = schema.exclusiveMinimum + 1;
    delete schema.exclusiveMinimum;
  }
  if (schema.maximum === undefined || schema.maximum > maxInt32) schema.format = 'int64';
}
