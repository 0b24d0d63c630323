import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createApp } from '@guildhall/server/app.js';
import { handleErrors } from '@guildhall/server/http/errors.js';
import type { Services } from '@guildhall/server/services.js';
import express from 'express';
import { beforeAll, expect, test } from 'vitest';
import { exchange, type SentRequest } from '../../support/site/exchange.js';
import { multipartHeaders } from '../../support/site/multipart.js';
import { testSite } from '../../support/site/site.js';

const file = '/planted-file';
const site = testSite({ app: withFile });

function withFile(services: Services): express.Express {
  const app = express();
  app.get(file, (_req, res) => res.set('content-type', 'text/plain').sendFile(fileURLToPath(import.meta.url)));
  app.use(file, handleErrors);
  return app.use(createApp(services));
}

const json = { 'content-type': 'application/json' };
const threads = { method: 'POST', path: '/api/forums/threads' };
/** This call's body is optional, so the missing section is reported first. */
const optionalBody = { method: 'DELETE', path: '/api/forums/sections/999' };

const buildValidation = (error: string) => ({ code: 'validation', error });
const logout = { method: 'POST', path: '/api/logout' };
const reset = { method: 'POST', path: '/api/password/reset', headers: json };
const newPassword = { user: 999, token: 'x', password: 'a good password', confirm_password: 'a good password' };
const appeal = { method: 'POST', path: '/api/reports/appeal', headers: json };
const chunkedHeaders = { 'transfer-encoding': 'chunked' };
const uploads = { method: 'POST', path: '/api/uploads' };
const table: [string, SentRequest, number, object][] = [
  ['a body null', { ...threads, headers: json, body: 'null' }, 400, buildValidation('body: must be an object')],
  [
    'a body that is a number',
    { ...threads, headers: json, body: '5' },
    400,
    buildValidation('body: must be an object'),
  ],
  [
    'a body that is a text',
    { ...threads, headers: json, body: '"x"' },
    400,
    buildValidation('body: must be an object'),
  ],
  ['a body that is a list', { ...threads, headers: json, body: '[]' }, 400, buildValidation('body: must be an object')],
  ['an empty object', { ...threads, headers: json, body: '{}' }, 400, { code: 'title-and-content' }],
  ['an empty body', { ...threads, headers: json, body: '' }, 400, { code: 'title-and-content' }],
  ['broken JSON', { ...threads, headers: json, body: '{' }, 400, { code: 'broken-json' }],
  ['an optional body null', { ...optionalBody, headers: json, body: 'null' }, 404, { code: 'not-found' }],
  ['an optional body that is a number', { ...optionalBody, headers: json, body: '5' }, 400, { code: 'validation' }],
  ['a form', { ...threads, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' }, 415, {}],
  ['a body without a type', { ...threads, body: '{}' }, 415, { code: 'media-type' }],
  ...['text/plain', 'application/json; charset=x'].flatMap((type): typeof table => [
    [`an empty body of the type ${type}`, { ...threads, headers: { 'content-type': type }, body: '' }, 400, {}],
    [
      `an empty chunked body of the type ${type}`,
      { ...threads, headers: { 'content-type': type, ...chunkedHeaders }, body: '' },
      400,
      {},
    ],
  ]),
  [
    'an empty body of an unknown encoding',
    { ...threads, headers: { ...json, 'content-encoding': 'zstd2' }, body: '' },
    400,
    {},
  ],
  [
    'a chunked body',
    { ...threads, headers: { ...json, ...chunkedHeaders }, body: '[]' },
    400,
    buildValidation('body: must be an object'),
  ],
  [
    'an empty chunked upload',
    { ...uploads, headers: { ...json, ...chunkedHeaders }, body: '' },
    400,
    { code: 'picture-missing' },
  ],
  [
    'an unknown charset',
    { ...threads, headers: { 'content-type': 'application/json; charset=x' }, body: '{}' },
    415,
    {},
  ],
  ['an unknown encoding', { ...threads, headers: { ...json, 'content-encoding': 'zstd2' }, body: '{}' }, 415, {}],
  [
    'a compressed body',
    { ...threads, headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync('{}') },
    400,
    { code: 'title-and-content' },
  ],
  ...['null', '5', '"x"', '{'].map((body): (typeof table)[number] => [
    `${body} for a call without a body`,
    { ...logout, headers: json, body },
    200,
    {},
  ]),
  [
    'another type for a call without a body',
    { ...logout, headers: { 'content-type': 'text/plain' }, body: 'x' },
    200,
    {},
  ],
  [
    'an unknown charset and encoding for a call without a body',
    { ...logout, headers: { 'content-type': 'application/json; charset=x', 'content-encoding': 'zstd2' }, body: '{}' },
    200,
    {},
  ],
  ['a malformed name in the path', { method: 'GET', path: '/api/profile/Ab%FF' }, 400, { field: 'username' }],
  [
    'an unknown reset link',
    { ...reset, body: JSON.stringify(newPassword) },
    400,
    { code: 'link-invalid', field: 'token' },
  ],
  [
    'an unknown ban',
    { ...appeal, body: '{"token":"x","text":"Hello"}' },
    400,
    { code: 'link-invalid', field: 'token' },
  ],
];

test.each(table)('responds as specified to %s', async (_, sent, status, body) => {
  const headers = { accept: 'application/json', origin: site.url, cookie: site.admin.cookie, ...sent.headers };
  if (sent.path.endsWith('/logout')) headers.cookie = '';
  const response = await exchange(site.url, { ...sent, headers });
  expect([response.status, response.json], response.text).toMatchObject([status, body]);
  const isUnknownEncoding = status === 415 && 'content-encoding' in headers;
  expect(response.headers.accept).toBe(status === 415 && !isUnknownEncoding ? 'application/json' : undefined);
  expect(response.headers['accept-encoding']).toBe(isUnknownEncoding ? 'br, gzip, deflate' : undefined);
});

test("checks origin and rights before the body's type", async () => {
  const form = { 'content-type': 'text/plain' };
  const guest = await exchange(site.url, { ...threads, headers: { ...form, origin: site.url }, body: 'x' });
  expect(guest.status).toBe(401);
  const headers = { ...form, origin: 'https://other.example', cookie: site.admin.cookie };
  expect((await exchange(site.url, { ...threads, headers, body: 'x' })).json).toMatchObject({ code: 'foreign-origin' });
});

test.each([
  ['of another type', json, { accept: 'multipart/form-data' }],
  ['with an encoding', { ...multipartHeaders, 'content-encoding': 'gzip' }, { 'accept-encoding': 'identity' }],
])('refuses an upload %s and names what it accepts', async (_, sent, needed) => {
  const headers = { ...sent, origin: site.url, cookie: site.admin.cookie };
  const response = await exchange(site.url, { ...uploads, headers, body: '{}' });
  expect(response.status).toBe(415);
  expect(response.headers).toMatchObject(needed);
});

test('responds with 416 to an unsatisfiable range, and with 412 to a failed precondition', async () => {
  const wholeResponse = await exchange(site.url, { method: 'GET', path: file });
  const size = wholeResponse.bytes.length;
  const beyond = await exchange(site.url, { method: 'GET', path: file, headers: { range: `bytes=${size}-` } });
  expect([beyond.status, beyond.headers['content-range'], beyond.text]).toEqual([416, `bytes */${size}`, '']);
  const other = await exchange(site.url, { method: 'GET', path: file, headers: { 'if-match': '"other"' } });
  expect([other.status, other.headers['content-type'], other.text]).toEqual([412, undefined, '']);
});

beforeAll(async () => {
  // The list must be long enough to be compressed.
  for (let n = 0; n < 4; n++) await site.createSection();
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=0.1, gzip;q=1.0', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0', undefined],
  ['identity, br;q=0.5', undefined],
  ['*', 'br'],
])('encodes a response as `Accept-Encoding: %s` requests', async (acceptEncoding, encoding) => {
  const headers = { accept: 'application/json', 'accept-encoding': acceptEncoding };
  const path = '/api/forums/sections';
  const response = await exchange(site.url, { method: 'GET', path, headers });
  expect([response.status, response.headers['content-encoding']]).toEqual([200, encoding]);
  expect(response.headers.etag).toMatch(/^W\/"/);
  const again = { ...headers, 'if-none-match': response.headers.etag };
  expect((await exchange(site.url, { method: 'GET', path, headers: again })).status).toBe(304);
});

test('edits accept a list of versions, and weak and unknown tags never match', async () => {
  const { id } = (await site.send('POST', '/forums/sections', { name: site.createName() }, { as: site.admin }))
    .json as {
    id: number;
  };
  const edit = async (tags: string) =>
    (
      await site.send(
        'PUT',
        `/forums/sections/${id}`,
        { name: site.createName() },
        { as: site.admin, headers: { 'if-match': tags } },
      )
    ).status;
  expect(await edit('"1"')).toBe(200);
  expect(await edit('"1", "2"')).toBe(200);
  expect(await edit('W/"3"')).toBe(412);
  expect(await edit('"x"')).toBe(412);
  expect(await edit('"3')).toBe(400);
});

test('the lines of the audit file end with CRLF', async () => {
  const { text } = await site.send('GET', '/admin/audit.csv', undefined, { as: site.admin });
  const lines = text.split('\n');
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.slice(0, -1).every((line) => line.endsWith('\r'))).toBe(true);
});
