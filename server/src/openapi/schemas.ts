import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Turns the schemas of the operations into JSON Schema, which OpenAPI 3.1 takes as it is. */
export class Schemas {
  /** Those that have a name (`meta({ id })`): they stand once in the document. */
  readonly components: Record<string, JsonSchema> = {};

  /** What a caller may send. */
  input(schema: z.ZodType): JsonSchema {
    return this.convert(schema, 'input');
  }

  /** What a call answers: objects are closed. */
  output(schema: z.ZodType): JsonSchema {
    return this.convert(schema, 'output');
  }

  private convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const whole = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => withoutPatternOfFormat(jsonSchema) });
    const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $schema: _, $defs = {}, ...converted } = JSON.parse(text) as JsonSchema;
    Object.assign(this.components, $defs);
    return converted;
  }
}

/** The form of a date or an address is said by its name; its regular expression only fills the page. */
function withoutPatternOfFormat(schema: JsonSchema): void {
  if (schema.format) delete schema.pattern;
}
