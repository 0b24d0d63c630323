import { html, type Html } from '../text/html.js';
import { bodyFields, fieldTable, parameterFields } from './field-table.js';
import type { OperationDescription, OpenApiDocument } from './types.js';

interface Call {
  method: string;
  path: string;
  it: OperationDescription;
}

export function renderDocsPage({ openapi, info, tags, paths, servers: [server], components }: OpenApiDocument): string {
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
            For programs: <a href="/api/openapi.json">OpenAPI ${openapi}</a>; the live messages:
            <a href="/api/asyncapi.json">AsyncAPI 3</a>
          </p>
        </header>
        <nav aria-label="Calls">${groups.map(({ name, calls }) => renderContents(name, calls))}</nav>
        <main>
          ${groups.map(
            ({ name, calls }) =>
              html`<h2 id="${name}">${name}</h2>
                ${calls.map((call) => renderSection(call, server?.url ?? '', components.parameters))}`,
          )}
          <h2>Schemas</h2>
          ${renderDefinitions('schemas', components.schemas)}
          <h2>Parameters</h2>
          ${renderDefinitions('parameters', components.parameters)}
          <h2>Refusals</h2>
          ${renderDefinitions('responses', components.responses)}
        </main>
      </body>
    </html> `.text;
}

const renderContents = (name: string, calls: Call[]): Html =>
  html`<h2><a href="#${name}">${name}</a></h2>
    <ul>
      ${calls.map(({ method, path, it }) => html`<li><a href="#${it.operationId}">${renderSignature(method, path)}</a></li>`)}
    </ul>`;

const renderSignature = (method: string, path: string): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>`;

function renderSection(
  { method, path, it }: Call,
  server: string,
  shared: OpenApiDocument['components']['parameters'],
): Html {
  const { parameters, requestBody, responses } = it;
  const atRoot = it['x-root-path'];
  return html`<section id="${it.operationId}">
    <h3>${renderSignature(method, path)}</h3>
    <p>${it.summary}</p>
    <p class="small">
      At
      <code>${server}${path}</code>
      ${atRoot === undefined ? '' : html`and, without <code>/api</code>, <code>${atRoot}</code>`}
    </p>
    ${fieldTable('Parameters', parameterFields(parameters, shared))}
    ${fieldTable(requestBody?.required === false ? 'Body (optional)' : 'Body', bodyFields(requestBody))}
    <details>
      <summary>Schemas of parameters, body and responses</summary>
      ${renderJson({ parameters, requestBody, responses })}
    </details>
  </section> `;
}

const renderDefinitions = (kind: string, named: object): Html[] =>
  Object.entries(named).map(
    ([name, definition]) =>
      html`<section id="/components/${kind}/${name}">
        <h3>${name}</h3>
        ${renderJson(definition)}
      </section>`,
  );

function renderJson(value: unknown): Html {
  const parts = JSON.stringify(value, null, 2).split(/"(#\/components\/(?:schemas|parameters|responses)\/[^"]+)"/);
  return html`<pre>
${parts.map((part, n) => (n % 2 === 0 ? html`${part}` : html`<a href="${part}">${part}</a>`))}</pre>`;
}

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
table { border-collapse: collapse; font-size: 0.9rem; margin: 0.5rem 0; }
caption { font-weight: bold; text-align: start; }
th, td { border-bottom: 1px solid GrayText; padding: 0.25rem 1rem 0.25rem 0; text-align: start; vertical-align: top; }
th { font-weight: normal; }
pre { font-size: 0.85rem; overflow-x: auto; }
`;
