import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  constructor(private readonly target: 'draft-2020-12' | 'draft-7' = 'draft-2020-12') {}

  input(schema: z.ZodType): JsonSchema {
    return this.convert(schema, 'input');
  }

  output(schema: z.ZodType): JsonSchema {
    return this.convert(schema, 'output');
  }

  private convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { target } = this;
    const overrideSchema = ({ jsonSchema }: { jsonSchema: JsonSchema }) => withoutPatternOfFormat(jsonSchema);
    const wholeSchema = z.toJSONSchema(schema, { io, target, override: overrideSchema });
    const text = JSON.stringify(wholeSchema).replaceAll(/"#\/(\$defs|definitions)\//g, '"#/components/schemas/');
    const { $schema: _, $defs, definitions, ...converted } = JSON.parse(text) as JsonSchema;
    Object.assign(this.components, $defs, definitions);
    return converted;
  }
}

/** `format` already describes dates and UUIDs. */
function withoutPatternOfFormat(schema: JsonSchema): void {
  if (schema.format && !['email', 'uri'].includes(schema.format)) delete schema.pattern;
  // Not all consumers of the document support Unicode property escapes.
  if (schema.pattern?.includes('\\p{')) delete schema.pattern;
}
