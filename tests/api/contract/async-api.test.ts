import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { buildAsyncApi, type AsyncApiDocument } from '@guildhall/server/openapi/async-api.js';
import { numberedTopics, siteWideTopics, staffTopics } from '@guildhall/domain/wire/topics.js';
import { listObjects } from '../../support/objects-in.js';
import { Site } from '../../support/site/site.js';

const file = fileURLToPath(import.meta.resolve('@asyncapi/specs/schemas/3.0.0.json'));
const specification = JSON.parse(readFileSync(file, 'utf8')) as object;

// The specification's file also contains the schema for its own schemas.
const ajv = new Ajv({ meta: false, validateSchema: false, strict: false, validateFormats: false });
const conforms = ajv.compile(specification);

test('the live messages are valid AsyncAPI 3, and an operation without a channel is not', () => {
  const document = buildAsyncApi('https://forum.example.org');
  expect(conforms(document), JSON.stringify(conforms.errors)).toBe(true);
  const broken: AsyncApiDocument = structuredClone(document);
  delete (broken.operations['receiveJoin'] as { channel?: unknown }).channel;
  expect(conforms(broken)).toBe(false);
});

test('the AsyncAPI document refers only to existing parts', () => {
  const document = buildAsyncApi('https://forum.example.org');
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(references.length).toBeGreaterThan(15);
  const missingReferences = references.filter(
    (path) =>
      path.split('/').reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], document) === undefined,
  );
  expect(missingReferences).toEqual([]);
});

test('rejects a live message with an unknown field', () => {
  const { components } = buildAsyncApi('https://forum.example.org');
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const matchesSchema = ajv.compile({ ...components.messages['topic']!.payload, components });
  const message = { topic: 'thread:7', position: `0123abcd.${'0'.repeat(20)}`, rows: [] };
  expect(matchesSchema(message)).toBe(true);
  expect(matchesSchema({ ...message, topic: 'thread:0' })).toBe(false);
  expect(matchesSchema({ ...message, more: 1 })).toBe(false);
  const row = { kind: 'readers', id: 7, pos: '0'.repeat(20), readers: 2, members: [] };
  expect(matchesSchema({ ...message, rows: [row] })).toBe(true);
  expect(matchesSchema({ ...message, rows: [{ ...row, more: 1 }] })).toBe(false);
});

test('serves the AsyncAPI document, linked from the API page', async () => {
  const site = await Site.start();
  const { status, json } = await site.send('GET', '/asyncapi.json');
  const { text } = await site.send('GET', '/docs');
  await site.stop();
  expect([status, json]).toEqual([200, JSON.parse(JSON.stringify(buildAsyncApi(site.services.env.publicUrl)))]);
  expect(text).toContain('href="/api/asyncapi.json"');
  expect(text).toContain('<h2 id="live-updates">');
});

test('the rules for clients name each topic and each kind of row', () => {
  const { info, components } = buildAsyncApi('https://forum.example.org');
  const variants = components.schemas['LiveRow']?.oneOf ?? [];
  const kinds = listObjects(variants).flatMap(({ const: kind, description }) =>
    typeof kind === 'string' && description !== undefined ? [kind] : [],
  );
  expect(kinds).toHaveLength(variants.length - 1); // One variant covers the removals of several kinds.
  const topics = [...siteWideTopics, ...numberedTopics, ...Object.keys(staffTopics)];
  const isNamed = (word: string) => new RegExp(`\`${word}[\`:]`).test(info.description);
  expect([...kinds, ...topics].filter((word) => !isNamed(word))).toEqual([]);
});
