import MarkdownIt from 'markdown-it';
import { Html, html } from '../text/html.js';
import type { JsonSchema } from './schemas.js';
import type { OpenApiDocument, OperationDescription, Parameter, RequestBody, Response } from './types.js';

interface Fields {
  description?: string | undefined;
  rows: { name: string; required: boolean; description: string; schema: JsonSchema }[];
}

const markdown = new MarkdownIt();
export const renderText = (text: string): Html => new Html(markdown.render(text));
const renderLine = (text: string): Html => new Html(markdown.renderInline(text));

type SharedParameters = OpenApiDocument['components']['parameters'];

export function parameterFields(parameters: OperationDescription['parameters'], shared: SharedParameters): Fields {
  const all = parameters.map((it) => ('$ref' in it ? shared[getComponentName(it.$ref)] : it));
  const rows = all.flatMap((it) => (it ? [it] : [])).map(rowOfParameter);
  return { rows };
}

const rowOfParameter = ({ name, in: place, required = false, description = '', schema }: Parameter) => ({
  name: place === 'header' ? `${name} (header)` : name,
  required,
  description,
  schema,
});

/** The components that describe a single call's body, by name. Their fields are shown with that call. */
export type Bodies = Readonly<Record<string, JsonSchema>>;

function getSchema(content: (RequestBody | Response)['content'], bodies: Bodies): JsonSchema {
  const schema = Object.values(content ?? {})[0]?.schema ?? {};
  return bodies[getComponentName(schema.$ref)] ?? schema;
}

export const getComponentName = (reference = ''): string => reference.replace(/.*\//, '');

export const bodyFields = (body: RequestBody | undefined, bodies: Bodies): Fields =>
  listFields(getSchema(body?.content, bodies));

export function listFields({ description, properties = {}, required = [] }: JsonSchema): Fields {
  const rows = Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'boolean'
      ? []
      : [{ name, required: required.includes(name), description: schema.description ?? '', schema }],
  );
  return { description, rows };
}

export function responseTable(status: string, { content, description }: Response, bodies: Bodies): Html {
  const [contentType = ''] = Object.keys(content ?? {});
  const schema = getSchema(content, bodies);
  const about = contentType === 'application/json' ? typeName(schema) : html`${contentType || renderLine(description)}`;
  return html`<p>Response ${status}: ${about}</p>
    ${fieldTable('', listFields(schema))}`;
}

export function fieldTable(title: string, { description = '', rows }: Fields): Html | string {
  if (rows.length === 0) return '';
  return html`<table>
      ${
        title &&
        html`<caption>
          ${title}
        </caption>`
      }
      ${rows.map(
        ({ name, required, description, schema }) =>
          html`<tr>
            <th scope="row"><code>${name}</code></th>
            <td>${required ? 'required' : 'optional'}</td>
            <td>${typeName(schema)}</td>
            <td>${renderLine(description)}</td>
          </tr> `,
      )}
    </table>
    <p class="small">${renderLine(description)}</p>`;
}

export function typeName(schema: JsonSchema): Html {
  const { type, enum: values, items, default: initial, $ref, const: constant } = schema;
  const alternatives = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  if ($ref) return html`<a href="${$ref}">${getComponentName($ref)}</a>`;
  if (constant !== undefined) return html`${JSON.stringify(constant)}`;
  if (alternatives.length > 0) return joinTypes(alternatives);
  const words = values
    ? html`${values.map((value) => JSON.stringify(value)).join(', ')}`
    : items && typeof items === 'object' && !Array.isArray(items)
      ? html`list of ${typeName(items)}`
      : html`${[type ?? 'any'].flat().join(' or ')}`;
  const facts = [schema.format, bounds(schema), initial !== undefined && `default ${JSON.stringify(initial)}`];
  return html`${[words, ...facts.flatMap((fact) => (fact ? html`, ${fact}` : []))]}`;
}

function joinTypes(alternatives: readonly (JsonSchema | boolean)[]): Html {
  const names = alternatives.flatMap((one) => (typeof one === 'boolean' ? [] : [typeName(one)]));
  return html`${names.map((name, n) => (n === 0 ? name : html` or ${name}`))}`;
}

function bounds({ minLength, maxLength, minimum, maximum, minItems, maxItems, pattern }: JsonSchema): string {
  const range = (least: number | undefined, most: number | undefined, unit: string) =>
    least === undefined && most === undefined
      ? []
      : [`${least === undefined ? '' : `${least} `}${most === undefined ? 'or more' : `to ${most}`}${unit}`];
  const sizes = [
    ...range(minLength, maxLength, ' characters'),
    ...range(minimum, maximum, ''),
    ...range(minItems, maxItems, ' entries'),
  ];
  return [...sizes, ...(pattern === undefined ? [] : [pattern])].join(', ');
}
