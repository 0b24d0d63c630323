import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { testHttpApp } from '../testing/http-app.js';
import { maxUploadBytes, withUploadedFile } from './upload.js';

const site = testHttpApp((app) => {
  app.post('/', async (req, res) => {
    const member = Number(req.get('x-member') ?? 0);
    await withUploadedFile('logo', req, res, member, async (file) => {
      res.json({ bytes: file?.length ?? null });
    });
  });
});

const buildForm = (...files: [field: string, bytes: number][]) => {
  const body = new FormData();
  for (const [field, bytes] of files) body.append(field, new Blob([new Uint8Array(bytes)]), 'logo.png');
  return body;
};
const send = async (body: FormData | string, headers: Record<string, string> = {}) => {
  const response = await fetch(site.url, { method: 'POST', body, headers });
  return { status: response.status, ...((await response.json()) as object) };
};
const uploadRaw = (body: string, boundary = 'x') =>
  send(body, { 'content-type': `multipart/form-data; boundary=${boundary}` });

test('accepts an upload of one file up to 25 MiB', async () => {
  expect(await send(buildForm(['logo', 1_000]))).toEqual({ status: 200, bytes: 1_000 });
  expect(await send(buildForm(['logo', maxUploadBytes]))).toEqual({ status: 200, bytes: maxUploadBytes });
});

test('rejects a larger upload and accepts the next one', async () => {
  expect(await send(buildForm(['logo', maxUploadBytes + 1]))).toMatchObject({ status: 413, code: 'picture-too-heavy' });
  expect(await send(buildForm(['logo', 10]))).toEqual({ status: 200, bytes: 10 });
});

/** One more than all members together can upload and queue, and one more than a single member can. */
const [allMembers, oneMember] = [Array.from({ length: 43 }, (_, n) => n + 1), Array<number>(12).fill(1)];

test.each([
  ['of all members', allMembers, 99],
  ['of one member', oneMember, 1],
])('lets uploads %s wait for a slot, and rejects more than a queue of them', async (_, members, next) => {
  const slowUploads = members.map((member) => startSlowly(member));
  const { status, arriving } = await findRefused(slowUploads);
  expect(status).toBe(429);
  expect(await send(buildForm(['logo', 5]), { 'x-member': String(next) })).toMatchObject({
    status: 429,
    code: 'too-many',
  });
  for (const uploadRequest of arriving) uploadRequest.destroy();
  await expect.poll(() => send(buildForm(['logo', 5]), { 'x-member': String(next) })).toMatchObject({ status: 200 });
});

test('a member whose uploads wait does not block those of other members', async () => {
  const slowUploads = oneMember.map((member) => startSlowly(member));
  const { arriving } = await findRefused(slowUploads);
  expect(await send(buildForm(['logo', 5]), { 'x-member': '2' })).toMatchObject({ status: 200 });
  for (const uploadRequest of arriving) uploadRequest.destroy();
});

test('small uploads do not wait for large ones', async () => {
  const slowUploads = [1, 2].map((member) => startSlowly(member, 20 * 2 ** 20));
  const pendingUpload = send(buildForm(['logo', 5 * 2 ** 20]), { 'x-member': '3' });
  expect(await send(buildForm(['logo', 5]), { 'x-member': '4' })).toMatchObject({ status: 200 });
  for (const uploadRequest of slowUploads) uploadRequest.destroy();
  expect(await pendingUpload).toMatchObject({ status: 200 });
});

test('a connection does not count as stalled while its upload waits', async () => {
  site.http.timeout = 1_000;
  const slowUploads: ClientRequest[] = [];
  for (const member of [1, 2]) {
    slowUploads.push(startSlowly(member, 20 * 2 ** 20));
    await once(site.http, 'request');
  }
  const pendingUpload = send(buildForm(['logo', 8 * 2 ** 20]), { 'x-member': '3' });
  let isServed = false;
  void pendingUpload.finally(() => (isServed = true));
  for (let writes = 0; writes < 20 && !isServed; writes++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const uploadRequest of slowUploads) uploadRequest.write('abc');
  }
  expect(isServed).toBe(false);
  for (const uploadRequest of slowUploads) uploadRequest.destroy();
  expect(await pendingUpload).toMatchObject({ status: 200 });
  site.http.timeout = 0;
});

test('rejects an upload with two files or with the file in another field', async () => {
  expect(await send(buildForm(['logo', 5], ['logo', 5]))).toMatchObject({ status: 400, code: 'validation' });
  expect(await send(buildForm(['avatar', 5]))).toMatchObject({ status: 400, code: 'validation', field: 'logo' });
});

test('rejects upload fields that the API document does not list', async () => {
  const words = new FormData();
  words.append('logo', 'only words');
  expect(await send(words)).toMatchObject({ status: 400, code: 'validation', field: 'logo' });
});

test('treats an upload without a file as a missing file', async () => {
  expect(await send(buildForm(['logo', 0]))).toEqual({ status: 200, bytes: null });
  expect(await send('{"logo":1}', { 'content-type': 'application/json' })).toMatchObject({ status: 415 });
});

test.each([
  [
    'that ends prematurely',
    () => uploadRaw('--x\r\ncontent-disposition: form-data; name="logo"; filename="a"\r\n\r\nabc'),
  ],
  ['that contains no form', () => uploadRaw('{"a":1}')],
  ['with a malformed part header', () => uploadRaw('--x\r\nno head at all\r\n\r\nabc\r\n--x--\r\n')],
  ['without a boundary', () => send('abc', { 'content-type': 'multipart/form-data' })],
  ['with a thousand fields', () => uploadRaw(buildFormWithFields(1_000))],
])('rejects an upload with a body %s', async (_, uploadRequest) => {
  expect(await uploadRequest()).toMatchObject({ status: 400, code: 'validation' });
});

test('survives a client that disconnects in the middle of an upload', async () => {
  const uploadRequest = startSlowly(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  uploadRequest.destroy();
  expect(await send(buildForm(['logo', 10]))).toEqual({ status: 200, bytes: 10 });
});

function startSlowly(member: number, bytes = 1_000_000) {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': bytes,
    'x-member': member,
  };
  const uploadRequest = request(site.url, { method: 'POST', headers }).on('error', () => undefined);
  uploadRequest.write('--x\r\ncontent-disposition: form-data; name="logo"; filename="a"\r\n\r\nabc');
  return uploadRequest;
}

function findRefused(slowUploads: readonly ClientRequest[]) {
  return Promise.race(
    slowUploads.map(async (uploadRequest) => {
      const [{ statusCode: status }] = (await once(uploadRequest, 'response')) as [IncomingMessage];
      return { status, arriving: slowUploads.filter((other) => other !== uploadRequest) };
    }),
  );
}

function buildFormWithFields(count: number): string {
  const buildField = (i: number) => `--x\r\ncontent-disposition: form-data; name="f${i}"\r\n\r\na\r\n`;
  return `${Array.from({ length: count }, (_, i) => buildField(i)).join('')}--x--\r\n`;
}
