import { type FieldRow, fieldRows, innerRows, nameOf, typeOf } from './field-rows.js';
import { html, type Html, nothing } from '../text/html.js';
import type { JsonSchema } from './schemas.js';
import type { Described, OpenApiDocument, Parameter, Reference, RequestBody, Response } from './types.js';

interface Call {
  method: string;
  path: string;
  it: Described;
}

/** The document as a page to read: the calls by heading, with their input and responses. */
export function docsPage(document: OpenApiDocument): string {
  const { info, tags, paths, components } = document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, it]): Call => ({ method, path, it })),
  );
  const groups = tags.map(({ name }) => ({ name, calls: calls.filter(({ it }) => it.tags.includes(name)) }));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title} API</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <header>
          <h1>${info.title} API</h1>
          <p>${info.description}</p>
          <p>
            For programs: <a href="/api/openapi.json">OpenAPI ${document.openapi}</a>; the live messages:
            <a href="/api/asyncapi.json">AsyncAPI 3</a>
          </p>
        </header>
        <nav aria-label="Calls">${groups.map(({ name, calls }) => contents(name, calls))}</nav>
        <main>
          ${groups.map(
            ({ name, calls }) =>
              html`<h2 id="${name}">${name}</h2>
                ${calls.map((call) => section(call, document))}`,
          )}
          <h2 id="shapes">Shapes</h2>
          ${Object.entries(components.schemas).map(([name, schema]) => shape(name, schema))}
          <h2 id="refusals">Refusals</h2>
          ${Object.values(components.responses).map((refused) => responseSection(refused.description, refused))}
        </main>
      </body>
    </html> `.text;
}

const contents = (name: string, calls: Call[]): Html =>
  html`<h2><a href="#${name}">${name}</a></h2>
    <ul>
      ${calls.map(({ method, path, it }) => html`<li><a href="#${it.operationId}">${signature(method, path)}</a></li>`)}
    </ul>`;

const signature = (method: string, path: string): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>`;

function section({ method, path, it }: Call, document: OpenApiDocument): Html {
  const addresses = (it.servers ?? document.servers).map(({ url }) => `${url === '/' ? '' : url}${path}`);
  const known = it.parameters.map((one) => resolved(one, document));
  const others = known.filter((one) => one.in !== 'header');
  const names = known.filter((one) => one.in === 'header').map(({ name }) => name);
  const refused = Object.entries(it.responses).flatMap(([status, response]) => ('$ref' in response ? status : []));
  return html`<section id="${it.operationId}">
    <h3>${signature(method, path)}</h3>
    <p>${it.summary}</p>
    <p class="small">At ${addresses.map((address) => html`<code>${address}</code> `)}</p>
    ${table('Parameters', others.map(parameterRow))}
    ${names.length > 0 ? html`<p class="small">Headers: ${names.join(', ')}</p>` : nothing} ${bodyPart(it.requestBody)}
    ${Object.entries(it.responses).map(([status, response]) =>
      '$ref' in response ? nothing : responseSection(`Response ${status}`, response),
    )}
    <p class="small">Refused with ${refused.join(', ')}</p>
  </section> `;
}

function resolved(one: Parameter | Reference, { components }: OpenApiDocument): Parameter {
  if (!('$ref' in one)) return one;
  const found = components.parameters[nameOf(one.$ref)];
  if (!found) throw new Error(`The document lacks ${one.$ref}`);
  return found;
}

const parameterRow = ({ name, in: place, schema, required = false }: Parameter): FieldRow => ({
  name: `${name} (${place})`,
  type: typeOf(schema),
  required,
});

function bodyPart(body: RequestBody | undefined): Html {
  if (!body) return nothing;
  const parts = Object.entries(body.content).map(([type, { schema = {} }]) =>
    table(`Body, ${type}`, fieldRows(schema)),
  );
  return html`${parts}`;
}

function responseSection(title: string, { description, content = {} }: Response): Html {
  const parts = Object.entries(content).map(([type, { schema }]) => {
    if (!schema) return html`<p>${title}: ${type}</p>`;
    const rows = innerRows(schema, '');
    return rows.length > 0 ? table(title, rows) : html`<p>${title}: ${shapeName(schema)}</p>`;
  });
  return parts.length > 0 ? html`${parts}` : html`<p>${title}: ${description}</p>`;
}

/** Leads to the shape where it has a name. */
function shapeName(schema: JsonSchema): Html {
  const list = typeof schema.items === 'object' && !Array.isArray(schema.items) ? schema.items.$ref : undefined;
  const reference = schema.$ref ?? list;
  return reference ? html`<a href="#shape-${nameOf(reference)}">${typeOf(schema)}</a>` : html`${typeOf(schema)}`;
}

const shape = (name: string, schema: JsonSchema): Html => {
  const rows = innerRows(schema, '');
  const shown = rows.length > 0 ? table(name, rows) : html`<p><strong>${name}</strong>: ${typeOf(schema)}</p>`;
  return html`<section id="shape-${name}">${shown}</section>`;
};

function table(title: string, rows: FieldRow[]): Html {
  if (rows.length === 0) return nothing;
  return html`<table>
    <caption>
      ${title}
    </caption>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Type</th>
        <th scope="col">Required</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ name, type, required }) =>
          html`<tr>
            <th scope="row"><code>${name}</code></th>
            <td>${type}</td>
            <td>${required ? 'yes' : 'no'}</td>
          </tr>`,
      )}
    </tbody>
  </table> `;
}

/**
 * Only for this page: it does not depend on the built pages of the site, and uses the colours of the reader's system.
 */
export const docsStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 75rem; padding: 1rem; }
nav h2 { font-size: 1rem; margin: 1rem 0 0; }
nav ul { list-style: none; margin: 0; padding: 0; columns: 20rem; }
main h2 { border-bottom: 1px solid GrayText; margin-top: 3rem; }
section { overflow-x: auto; padding: 0.5rem 0 1rem; }
section:target { outline: 2px solid Highlight; outline-offset: 0.25rem; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
.method { display: inline-block; font: bold 0.8em ui-monospace, monospace; min-width: 4em; }
.small { font-size: 0.9rem; }
table { border-collapse: collapse; margin: 0.75rem 0; width: 100%; }
caption { font-weight: bold; text-align: start; }
th, td { border-top: 1px solid GrayText; font-weight: normal; padding: 0.25rem 0.5rem 0.25rem 0; text-align: start;
  vertical-align: top; overflow-wrap: anywhere; }
thead th { border: 0; font-size: 0.85rem; }
td:last-child, th:last-child { width: 5rem; }
`;
