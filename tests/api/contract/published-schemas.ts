import type { Operation } from '@guildhall/server/http/operation.js';
import type { JsonSchema } from '@guildhall/server/openapi/schemas.js';
import type { OpenApiDocument, OperationDescription, Response } from '@guildhall/server/openapi/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { HttpResponse } from '../../support/site/exchange.js';
import type { CallInput } from '../../support/calls/valid-calls/valid-call.js';

/** Compares calls with the schemas of the OpenAPI document, as generated clients do. */
export class PublishedSchemas {
  private readonly json: Ajv2020;
  private readonly texts = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });

  constructor(private readonly document: OpenApiDocument) {
    this.json = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    this.json.addSchema({ $id: 'document', components: document.components });
  }

  /** @throws if a value in the path does not match */
  checkPath(operation: Operation, { id, params }: CallInput): void {
    const values: Record<string, unknown> = { id, ...params };
    for (const parameter of this.describe(operation).parameters) {
      if ('$ref' in parameter || parameter.in !== 'path') continue;
      const { name, schema } = parameter;
      check(this.texts, `${name} of ${getName(operation)}`, schema, values[name]);
    }
  }

  /** @throws if a text in the body is too short or too long, or does not match its pattern */
  checkTexts(operation: Operation, body: unknown): void {
    const schema = this.describe(operation).requestBody?.content['application/json']?.schema;
    if (schema)
      check(this.json, `the body of ${getName(operation)}`, schema, body, ['pattern', 'minLength', 'maxLength']);
  }

  /** @throws if a successful response does not match */
  checkResponse(operation: Operation, { status, json }: HttpResponse): void {
    const describedResponse = this.describe(operation).responses[status] as Response | undefined;
    const schema = describedResponse?.content?.['application/json']?.schema;
    if (schema) check(this.json, `the response of ${getName(operation)}`, schema, json);
  }

  listOptional(operation: Operation): { parameters: string[]; ids: { query: string[]; body: string[] } } {
    const { parameters, requestBody } = this.describe(operation);
    const optional = parameters.flatMap((parameter) =>
      'name' in parameter && parameter.in === 'query' && !parameter.required ? parameter : [],
    );
    const { $ref = '' } = requestBody?.content['application/json']?.schema ?? {};
    const body = this.document.components.schemas[$ref.replace(/.*\//, '')] ?? {};
    const fields = Object.entries(body.properties ?? {}).filter(([field]) => !body.required?.includes(field));
    return {
      parameters: optional.map(({ name }) => name),
      ids: {
        query: optional.flatMap(({ name, schema }) => (isId(schema) ? name : [])),
        body: fields.flatMap(([field, schema]) => (isId(schema) ? field : [])),
      },
    };
  }

  private describe({ method, path }: Operation): OperationDescription {
    const description = this.document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method];
    if (!description) throw new Error(`The document does not contain ${method} ${path}`);
    return description;
  }
}

function check(ajv: Ajv2020, name: string, schema: JsonSchema, value: unknown, keywords?: readonly string[]): void {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
  const matches = ajv.compile({ properties: { value: JSON.parse(text) as JsonSchema } });
  matches({ value });
  const errors = matches.errors?.filter(({ keyword }) => keywords?.includes(keyword) ?? true) ?? [];
  if (errors.length > 0) throw new Error(`${name}: ${ajv.errorsText(errors)}`);
}

const isId = (schema: JsonSchema | boolean): boolean =>
  typeof schema === 'object' && schema.format === 'int64' && schema.minimum === 1 && schema.maximum === undefined;

const getName = ({ method, path }: Operation): string => `${method} ${path}`;
