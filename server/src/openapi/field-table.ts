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

export function listParameterFields(
  parameters: OperationDescription['parameters'],
  sharedParameters: SharedParameters,
): Fields {
  const all = parameters.map((parameter) =>
    '$ref' in parameter ? sharedParameters[getComponentName(parameter.$ref)] : parameter,
  );
  const rows = all.flatMap((parameter) => (parameter ? [parameter] : [])).map(toParameterRow);
  return { rows };
}

const toParameterRow = ({ name, in: place, required = false, description = '', schema }: Parameter) => ({
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

export const listBodyFields = (body: RequestBody | undefined, bodies: Bodies): Fields =>
  listFields(getSchema(body?.content, bodies));

export const listFields = (schema: JsonSchema): Fields => ({
  description: schema.description,
  rows: listRows(schema, '', 1),
});

const maxDepth = 4;

/** Also lists the fields of inline objects, by their path. */
function listRows({ properties = {}, required = [] }: JsonSchema, prefix: string, depth: number): Fields['rows'] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    if (typeof schema === 'boolean') return [];
    const [element, suffix] = getElement(schema);
    const description = schema.description ?? element.description ?? '';
    const name = prefix + key;
    const fields = depth < maxDepth ? listRows(element, `${name}${suffix}.`, depth + 1) : [];
    return [{ name, required: required.includes(key), description, schema }, ...fields];
  });
}

/** Returns the schema of a list's entries or of a map's values, or else the schema itself. */
function getElement(schema: JsonSchema): [JsonSchema, string] {
  const { items, additionalProperties } = schema;
  if (typeof items === 'object' && !Array.isArray(items)) return [items, '[]'];
  if (typeof additionalProperties === 'object') return [additionalProperties, '.*'];
  return [schema, ''];
}

export function renderResponseTable(status: string, { content, description }: Response, bodies: Bodies): Html {
  const [contentType = ''] = Object.keys(content ?? {});
  const schema = getSchema(content, bodies);
  const other = contentType ? html`${contentType}. ${renderLine(schema.description ?? '')}` : renderLine(description);
  const about = contentType === 'application/json' ? describeType(schema) : other;
  return html`<p>Response ${status}: ${about}</p>
    ${renderFieldTable('', listFields(schema))}`;
}

export function renderFieldTable(title: string, { description = '', rows }: Fields): Html | string {
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
            <th scope="row"><code>${splitPath(name)}</code></th>
            <td>${required ? 'required' : 'optional'}</td>
            <td>${describeType(schema)} ${description && html`<div>${renderLine(description)}</div>`}</td>
          </tr> `,
      )}
    </table>
    <p class="small">${renderLine(description)}</p>`;
}

/** Allows lines to break after each step. */
const splitPath = (path: string): Html[] =>
  path.split(/(?<=\.)/).map((step, n) => (n === 0 ? html`${step}` : html`<wbr />${step}`));

export function describeType(schema: JsonSchema): Html {
  const { type, enum: values, items, default: initial, $ref, const: constant } = schema;
  const alternatives = schema.oneOf ?? [];
  if ($ref) return html`<a href="${$ref}">${getComponentName($ref)}</a>`;
  if (constant !== undefined) return html`${JSON.stringify(constant)}`;
  if (alternatives.length > 0) return joinTypes(alternatives);
  const words = values
    ? html`${values.map((value) => JSON.stringify(value)).join(', ')}`
    : items && typeof items === 'object' && !Array.isArray(items)
      ? html`list of ${describeType(items)}`
      : typeof schema.additionalProperties === 'object'
        ? html`map of ${describeType(schema.additionalProperties)}`
        : html`${[type ?? 'any'].flat().join(' or ')}`;
  const facts = [schema.format, describeBounds(schema), initial !== undefined && `default ${JSON.stringify(initial)}`];
  return html`${[words, ...facts.flatMap((fact) => (fact ? html`, ${fact}` : []))]}`;
}

function joinTypes(alternatives: readonly (JsonSchema | boolean)[]): Html {
  const names = alternatives.flatMap((alternative) =>
    typeof alternative === 'boolean' ? [] : [describeType(alternative)],
  );
  return html`${names.map((name, n) => (n === 0 ? name : html` or ${name}`))}`;
}

function describeBounds({ minLength, maxLength, minimum, maximum, minItems, maxItems, pattern }: JsonSchema): string {
  const formatRange = (min: number | undefined, max: number | undefined, unit: string) =>
    min === undefined && max === undefined
      ? []
      : [`${min ?? 'up'} ${max === undefined ? 'or more' : `to ${max}`}${unit}`];
  const sizes = [
    ...formatRange(minLength, maxLength, ' characters'),
    ...formatRange(minimum, maximum, ''),
    ...formatRange(minItems, maxItems, ' entries'),
  ];
  return [...sizes, ...(pattern === undefined ? [] : [pattern])].join(', ');
}
