import type { Operation } from '../http/operation.js';
import type { Link } from './types.js';

export const operationIdOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string =>
  method + path.replace(/[^A-Za-z]+(\w?)/g, (_, letter: string) => letter.toUpperCase());

const createdId = '$response.body#/id';

const usedBy: Readonly<Record<string, readonly RegExp[]>> = {
  'post /forums/sections': [/ \/forums\/sections\/:id/, /^get \/forums\/subsections\/:id$/],
  'post /forums/subsections': [/^(put|delete|post) \/forums\/subsections\/:id/],
  'post /forums/threads': [/ \/forums\/threads\/:id/, /^get \/forums\/(posts|reactions|watches)\/:id$/],
  'post /forums/posts': [/^(put|delete|post) \/forums\/posts\/:id/, /^get \/forums\/posts\/:id\/history$/],
  'post /profile/:username/posts': [/ \/profile\/posts\/:id/],
  'post /admin/roles': [/ \/admin\/roles\/:id/],
  'post /forums/permissions': [/^delete \/forums\/permissions\/:id/],
  'post /reports': [/ \/admin\/reports\/:id/],
  'post /reports/appeal': [/ \/admin\/reports\/:id/],
};

const bodies: Readonly<Record<string, readonly [call: string, body: Record<string, string>][]>> = {
  'post /forums/sections': [
    ['post /forums/threads', { section_id: createdId, title: 'A title', content: 'A text' }],
    ['post /forums/subsections', { section_id: createdId, name: 'a subsection' }],
  ],
  'post /forums/threads': [['post /forums/posts', { thread_id: createdId, content: 'A reply' }]],
};

export function buildLinksFrom(it: Operation, operations: readonly Operation[]): Record<string, Link> | null {
  const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
  const byId = operations.filter((other) => usedBy[nameOf(it)]?.some((form) => form.test(nameOf(other))));
  const withBody = bodies[nameOf(it)] ?? [];
  const links = [
    ...byId.map((other): Link => ({ operationId: operationIdOf(other), parameters: { id: createdId } })),
    ...withBody.flatMap(([call, requestBody]): Link[] =>
      operations.flatMap((other) =>
        nameOf(other) === call ? [{ operationId: operationIdOf(other), requestBody }] : [],
      ),
    ),
  ];
  return links.length === 0 ? null : Object.fromEntries(links.map((link) => [link.operationId, link]));
}
