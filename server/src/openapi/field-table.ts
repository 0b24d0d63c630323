import { html, type Html } from '../text/html.js';
import type { JsonSchema } from './schemas.js';
import type { OpenApiDocument, OperationDescription, Parameter, RequestBody } from './types.js';

interface Fields {
  description?: string | undefined;
  rows: { name: string; required: boolean; description: string; schema: JsonSchema }[];
}

type SharedParameters = OpenApiDocument['components']['parameters'];

export function parameterFields(parameters: OperationDescription['parameters'], shared: SharedParameters): Fields {
  const all = parameters.map((it) => ('$ref' in it ? shared[it.$ref.replace(/.*\//, '')] : it));
  const rows = all.flatMap((it) => (it ? [it] : [])).map(rowOfParameter);
  return { rows };
}

const rowOfParameter = ({ name, in: place, required = false, description = '', schema }: Parameter) => ({
  name: place === 'header' ? `${name} (header)` : name,
  required,
  description,
  schema,
});

export function bodyFields(body: RequestBody | undefined): Fields {
  const { description, properties = {}, required = [] } = Object.values(body?.content ?? {})[0]?.schema ?? {};
  const rows = Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'boolean'
      ? []
      : [{ name, required: required.includes(name), description: schema.description ?? '', schema }],
  );
  return { description, rows };
}

export function fieldTable(title: string, { description = '', rows }: Fields): Html | string {
  if (rows.length === 0) return '';
  return html`<table>
      <caption>
        ${title}
      </caption>
      ${rows.map(
        ({ name, required, description, schema }) =>
          html`<tr>
            <th scope="row"><code>${name}</code></th>
            <td>${required ? 'required' : 'optional'}</td>
            <td>${typeName(schema)}</td>
            <td>${description}</td>
          </tr> `,
      )}
    </table>
    <p class="small">${description}</p>`;
}

function typeName(schema: JsonSchema): string {
  const { type, enum: values, items, default: initial } = schema;
  const words = values
    ? values.map((value) => JSON.stringify(value)).join(', ')
    : items && typeof items === 'object' && !Array.isArray(items)
      ? `list of ${typeName(items)}`
      : [type ?? 'any'].flat().join(' or ');
  const facts = [schema.format, bounds(schema), initial !== undefined && `default ${JSON.stringify(initial)}`];
  return [words, ...facts.filter(Boolean)].join(', ');
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
