import { html, type Html } from '../text/html.js';
import type { AsyncApiDocument } from './async-api.js';
import { getBodyNames } from './document.js';
import {
  listBodyFields,
  type Bodies,
  listFields,
  renderFieldTable,
  getComponentName,
  listParameterFields,
  renderText,
  renderResponseTable,
  describeType,
} from './field-table.js';
import type { JsonSchema } from './schemas.js';
import type { OperationDescription, OpenApiDocument, Reference, Response } from './types.js';

interface Call {
  method: string;
  path: string;
  operation: OperationDescription;
}

export function renderDocsPage(api: OpenApiDocument, live: AsyncApiDocument): string {
  const { openapi, info, tags, paths, components } = api;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method, path, operation })),
  );
  calls.sort((one, other) => one.path.localeCompare(other.path));
  const groups = tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const ownNames = new Set(calls.flatMap(({ operation }) => Object.values(getBodyNames(operation.operationId))));
  const schemas = Object.entries(components.schemas);
  const bodies = Object.fromEntries(schemas.filter(([name]) => ownNames.has(name)));
  const sharedSchemas = Object.fromEntries(schemas.filter(([name]) => !ownNames.has(name)));
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
          <p>
            For programs: <a href="/api/openapi.json">OpenAPI ${openapi}</a>; the live messages:
            <a href="/api/asyncapi.json">AsyncAPI ${live.asyncapi}</a>. For people: <a href="#calls">calls</a>,
            <a href="#live-updates">live updates</a>, <a href="#schemas">schemas</a>.
          </p>
          ${renderText(info.description)}
        </header>
        <nav aria-label="Calls">
          <h2 id="calls">Calls</h2>
          ${groups.map(({ name, calls }) => renderContents(name, calls))}
        </nav>
        <main>
          ${groups.map(
            ({ name, calls }) =>
              html`<h2 id="${name}">${name}</h2>
                ${calls.map((call) => renderSection(call, api, bodies))}`,
          )}
          ${renderLiveUpdates(live)}
          <h2 id="schemas">Schemas</h2>
          ${Object.entries({ ...live.components.schemas, ...sharedSchemas }).map(renderSchema)}
          <h2>Refusals</h2>
          ${Object.entries(components.responses).map(renderRefusal)}
        </main>
      </body>
    </html> `.text;
}

const renderContents = (name: string, calls: Call[]): Html =>
  html`<h3><a href="#${name}">${name}</a></h3>
    <ul>
      ${calls.map(
        ({ method, path, operation }) =>
          html`<li><a href="#${operation.operationId}">${renderSignature(method, path)}</a> ${operation.summary}</li>`,
      )}
    </ul>`;

const renderSignature = (method: string, path: string): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>`;

function renderSection(
  { method, path, operation }: Call,
  { servers: [server], components }: OpenApiDocument,
  bodies: Bodies,
): Html {
  const { parameters, requestBody, responses } = operation;
  const atRoot = operation['x-root-path'];
  const isRefusal = (response: Response | Reference): response is Reference => '$ref' in response;
  const refusals = Object.entries(responses).filter(([, response]) => isRefusal(response));
  const responseTables = Object.entries(responses).flatMap(([status, response]) =>
    isRefusal(response) ? [] : [renderResponseTable(status, response, bodies)],
  );
  return html`<section id="${operation.operationId}">
    <h3>${renderSignature(method, path)}</h3>
    <p>${operation.summary}</p>
    <p class="small">
      At
      <code>${server?.url ?? ''}${path}</code>
      ${atRoot === undefined ? '' : html`and, without <code>/api</code>, <code>${atRoot}</code>`}
    </p>
    ${renderText(operation.description)}
    ${renderFieldTable('Parameters', listParameterFields(parameters, components.parameters))}
    ${renderFieldTable(requestBody?.required === false ? 'Body (optional)' : 'Body', listBodyFields(requestBody, bodies))}
    ${responseTables}
    <p class="small">
      Refusals: ${refusals.map(([status]) => html`<a href="#/components/responses/Refusal${status}">${status}</a> `)}
    </p>
  </section> `;
}

function renderLiveUpdates({ info, operations, components }: AsyncApiDocument): Html {
  const resolveMessage = ({ $ref }: Reference) => components.messages[getComponentName($ref)];
  const rows = Object.values(operations).flatMap(({ action, messages, reply }) =>
    [...messages, ...(reply?.messages ?? [])].flatMap((reference) => {
      const message = resolveMessage(reference);
      const sender = (action === 'send') === messages.includes(reference) ? 'server' : 'client';
      return message ? [{ ...message, sender }] : [];
    }),
  );
  return html`<h2 id="live-updates">Live updates</h2>
    ${renderText(info.description)}
    <section id="messages">
      <h3>Messages</h3>
      <table>
        ${rows.map(
          ({ name, sender, summary, payload }) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              <td>from the ${sender}</td>
              <td>${describeType(payload)}</td>
              <td>${summary}</td>
            </tr> `,
        )}
      </table>
    </section>`;
}

function renderSchema([name, schema]: [string, JsonSchema]): Html {
  const objects = [schema, ...(schema.oneOf ?? [])].filter(
    (alternative) => typeof alternative === 'object' && alternative.properties,
  );
  return html`<section id="/components/schemas/${name}">
    <h3>${name}</h3>
    ${objects.length === 0 ? html`<p>${describeType(schema)}</p>` : ''}
    ${objects.map((object) => html`${renderFieldTable('', listFields(object))}`)}
  </section>`;
}

const renderRefusal = ([name, { description, content }]: [string, Response]): Html =>
  html`<section id="/components/responses/${name}">
    <h3>${name}</h3>
    <p>${description}: ${describeType(Object.values(content ?? {})[0]?.schema ?? {})}</p>
  </section>`;

export const docsStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 75rem; padding: 1rem; }
p, li { max-width: 50rem; }
nav h3 { font-size: 1rem; margin: 1rem 0 0; }
nav ul { list-style: none; margin: 0; padding: 0; columns: 30rem; }
main h2 { border-bottom: 1px solid GrayText; margin-top: 3rem; }
section { overflow-x: auto; padding: 0.5rem 0 1rem; }
section:target { outline: 2px solid Highlight; outline-offset: 0.25rem; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
.method { display: inline-block; font: bold 0.8em ui-monospace, monospace; min-width: 4em; }
.small { font-size: 0.9rem; }
table { border-collapse: collapse; font-size: 0.9rem; margin: 0.5rem 0; }
caption { font-weight: bold; text-align: start; }
th, td { border-bottom: 1px solid GrayText; padding: 0.25rem 1rem 0.25rem 0; text-align: start; vertical-align: top; }
th { font-weight: normal; }
th code { overflow-wrap: normal; }
@media (max-width: 40rem) { th, td { padding-right: 0.5rem; } }
`;
