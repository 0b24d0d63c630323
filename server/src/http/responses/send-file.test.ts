import { once } from 'node:events';
import { request as startRequest, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { testHttpApp } from '../../testing/http-app.js';
import { sendFile } from './send-file.js';

const head = { contentType: 'image/webp', cacheControl: 'private' };
const site = testHttpApp((app) => {
  app.get('/', (req, res) => sendFile(req, res, head, Buffer.from('0123456789')));
});

/** With these headers, `fetch` would add `Cache-Control: no-cache`. */
const request = async (headers: Record<string, string>, method = 'GET') => {
  const sent = startRequest(site.url, { method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
  return { status: response.statusCode, headers: response.headers, text };
};
const readTag = async () => (await request({})).headers.etag ?? '';
const past = new Date(0).toUTCString();
const whole = [200, '0123456789', undefined] as const;

test.each<[(tag: string) => Record<string, string>, number, string]>([
  [(tag) => ({ 'if-match': tag }), 200, '0123456789'],
  [(tag) => ({ 'if-match': `"other", ${tag}` }), 200, '0123456789'],
  [() => ({ 'if-match': '*' }), 200, '0123456789'],
  [() => ({ 'if-match': '"other"' }), 412, ''],
  [(tag) => ({ 'if-match': `W/${tag}` }), 412, ''],
  [(tag) => ({ 'if-match': '"other"', 'if-none-match': tag }), 412, ''],
  [(tag) => ({ 'if-none-match': tag }), 304, ''],
  [(tag) => ({ 'if-match': tag, 'if-none-match': `W/${tag}` }), 304, ''],
  [(tag) => ({ 'if-none-match': tag, range: 'bytes=0-1' }), 304, ''],
  [(tag) => ({ 'if-match': '"other"', range: 'bytes=0-1', 'if-range': tag }), 412, ''],
  [() => ({ 'if-none-match': '"other"' }), 200, '0123456789'],
  [() => ({ 'if-unmodified-since': past, 'if-modified-since': past }), 200, '0123456789'],
])('evaluates preconditions in their order, case %#', async (createHeaders, status, text) => {
  const response = await request(createHeaders(await readTag()));
  expect([response.status, response.text]).toEqual([status, text]);
});

test.each<[string, readonly [number, string, string | undefined]]>([
  ['bytes=2-4', [206, '234', 'bytes 2-4/10']],
  ['bytes=8-', [206, '89', 'bytes 8-9/10']],
  ['bytes=8-99', [206, '89', 'bytes 8-9/10']],
  ['bytes=-3', [206, '789', 'bytes 7-9/10']],
  ['bytes=-99', whole],
  ['bytes=10-', [416, '', 'bytes */10']],
  ['bytes=-0', [416, '', 'bytes */10']],
  ['bytes=0-1,5-6', whole],
  ['bytes=x', whole],
  ['lines=99-', whole],
])('responds to the range %s', async (range, expected) => {
  const { status, text, headers } = await request({ range });
  expect([status, text, headers['content-range']]).toEqual(expected);
});

test('sends a range only of the file that the client has', async () => {
  const tag = await readTag();
  const range = 'bytes=0-1';
  expect((await request({ range, 'if-range': tag })).text).toBe('01');
  for (const other of ['"other"', `W/${tag}`, new Date().toUTCString()])
    expect((await request({ range, 'if-range': other })).text).toBe('0123456789');
  const withoutBody = await request({ range }, 'HEAD');
  expect([withoutBody.status, withoutBody.headers['content-length']]).toEqual([200, '10']);
});
