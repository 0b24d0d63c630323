import { buildTinyAddress } from '@guildhall/domain/uploads.js';
import type { UploadResponse, UploadsResponse } from '@guildhall/domain/wire/schemas/members/uploads.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { createLimits } from '@guildhall/server/request/rate-limits.js';
import { createPictureFile, encodePictureData, withCameraData } from '@guildhall/server/testing/picture-files.js';
import { describe, expect, test } from 'vitest';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const send = (as: SiteMember | undefined, bytes: Uint8Array, more: { name?: string; type?: string } = {}) =>
  site.send('POST', '/uploads', undefined, { as, file: { field: 'file', bytes, ...more } });

async function uploadPicture(as: SiteMember, bytes: Uint8Array): Promise<UploadResponse> {
  const response = await send(as, bytes);
  expect(response.status, response.text).toBe(201);
  return response.json as UploadResponse;
}

const read = (address: string, as?: SiteMember, headers = {}) =>
  site.send('GET', address, undefined, { prefix: '', as, headers });
const list = (as: SiteMember, query = '') => site.get<UploadsResponse>(`/uploads${query}`, as);
const buildFiles = async ({ id }: SiteMember) => ({
  records: (await site.services.vault.findFilesBy('ownerId', id)).length,
  stored: (await site.services.vault.fileStore.list(`${id}/`, '', 100)).length,
});
const changeSettings = (changes: object) => site.perform('PUT', '/admin/settings', changes, { as: site.admin });

describe('uploading a picture for texts', () => {
  test('an upload returns its addresses and dimensions, and its uploader can see it', async () => {
    const picture = await uploadPicture(site.member, await createPictureFile('png', 1_920, 1_080, '#13579b'));
    expect(picture).toEqual({
      success: true,
      id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      url: `/uploads/${picture.id}.webp`,
      thumb_url: `/uploads/${picture.id}-small.webp`,
      width: 1_920,
      height: 1_080,
      bytes: expect.any(Number) as number,
    });
    const [full, small, tiny] = await Promise.all(
      [picture.url, picture.thumb_url, buildTinyAddress(picture.id)].map(async (address) => {
        const response = await fetch(site.url + address, { headers: { cookie: site.member.cookie } });
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'private, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        });
        return Buffer.from(await response.arrayBuffer());
      }),
    );
    expect(full?.length).toBe(picture.bytes);
    expect(await encodePictureData(full ?? new Uint8Array())).toMatchObject({
      format: 'webp',
      width: 1_920,
      height: 1_080,
    });
    expect(await encodePictureData(tiny ?? new Uint8Array())).toMatchObject({
      format: 'webp',
      width: 192,
      height: 108,
    });
    expect(await encodePictureData(small ?? new Uint8Array())).toMatchObject({
      format: 'webp',
      width: 960,
      height: 540,
    });
  });

  test('stores the same picture only once, even if the response was lost', async () => {
    const person = await site.createMember('Repeating');
    const file = await createPictureFile('jpeg', 1_000, 800, '#2468ac');
    const [first, second] = await Promise.all([uploadPicture(person, file), uploadPicture(person, file)]);
    expect(second).toEqual(first);
    expect(await buildFiles(person)).toEqual({ records: 1, stored: 2 });
    const { used_bytes } = await list(person);
    expect(used_bytes).toBeGreaterThan(first.bytes);
    expect((await uploadPicture(site.other, file)).id, 'each member has their own').not.toBe(first.id);
  });

  test('a repeated key returns the first picture, even with another file', async () => {
    const person = await site.createMember('Careless');
    const upload = async (colour: string, as = person) => {
      const file = { field: 'file', bytes: await createPictureFile('png', 60, 20, colour) };
      const response = await site.send('POST', '/uploads', undefined, { as, key: 'the same', file });
      return response.json as UploadResponse;
    };
    const firstUpload = await upload('#111111');
    expect(await upload('#111111')).toEqual(firstUpload);
    expect(await upload('#222222')).toEqual(firstUpload);
    expect(await buildFiles(person)).toEqual({ records: 1, stored: 2 });
    expect((await upload('#222222', site.other)).id, 'keys of different members are unrelated').not.toBe(
      firstUpload.id,
    );
  });

  test('recognises a picture by its content, and removes its position', async () => {
    const response = await send(site.member, await withCameraData(300, 200), {
      name: '../x.svg',
      type: 'image/svg+xml',
    });
    const { url, width, height } = response.json as UploadResponse;
    expect([response.status, width, height]).toEqual([201, 200, 300]);
    const bytes = await fetch(site.url + url, { headers: { cookie: site.member.cookie } });
    expect(Buffer.from(await bytes.arrayBuffer()).toString('latin1')).not.toMatch(/Secret|GPS/);
  });

  test('rejects other files with a message that says what to do, and stores nothing', async () => {
    const person = await site.createMember('Attacker');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const truncatedPicture = (await createPictureFile('png', 300, 300, 'noise')).subarray(0, 5_000);
    const files: [string, Uint8Array][] = [
      ['picture-svg', svg],
      ['picture-damaged', truncatedPicture],
      ['picture-invalid', Buffer.from('<html>')],
      ['picture-too-heavy', Buffer.alloc(25 * 2 ** 20 + 1)],
    ];
    for (const [code, bytes] of files)
      expect((await send(person, bytes, { name: 'a.png' })).json).toMatchObject({ code });
    expect((await site.send('POST', '/uploads', undefined, { as: person })).json).toMatchObject({
      code: 'picture-missing',
    });
    expect(await buildFiles(person)).toEqual({ records: 0, stored: 0 });
  });

  test('only members who may post or reply somewhere can upload', async () => {
    const file = await createPictureFile('png', 10, 10);
    const guest = await send(undefined, file);
    expect([guest.status, guest.json]).toMatchObject([401, { code: 'must-be-logged-in' }]);
    const flags = { can_view: 1, can_post: 0, can_reply: 0, can_delete_post: 0, can_emoji_react: 1 };
    const setEntries = (entries: object[]) =>
      site.perform('PUT', '/forums/permissions', { section_id: site.section, entries }, { as: site.admin });
    await setEntries([{ role_id: memberRole.id, ...flags }]);
    const refusal = await send(site.member, file);
    expect([refusal.status, refusal.json]).toMatchObject([403, { code: 'forbidden' }]);
    await setEntries([{ role_id: memberRole.id, ...flags, can_reply: 1 }]);
    expect((await send(site.member, file)).status).toBe(201);
    await setEntries([]);
  });

  test("rejects pictures beyond the member's or the site's space", async () => {
    const person = await site.createMember('Collector');
    const createNoise = (shade: number) => createPictureFile('png', 900 + shade, 700, 'noise');
    const file = await createNoise(0);
    const firstUpload = await uploadPicture(person, file);
    await changeSettings({ upload_member_mb: 0 });
    expect((await send(person, await createNoise(1))).json).toMatchObject({ code: 'upload-quota' });
    expect((await uploadPicture(person, file)).id, 'the same picture takes up no more space').toBe(firstUpload.id);
    await changeSettings({ upload_member_mb: 200, upload_site_mb: 0 });
    expect((await send(person, await createNoise(1))).json).toMatchObject({ code: 'upload-site-full' });
    await changeSettings({ upload_site_mb: 20_000 });
    await uploadPicture(person, await createNoise(1));
    expect(await buildFiles(person)).toEqual({ records: 2, stored: 4 });
  });

  test('accepts as many pictures per minute as the settings allow, and does not read another', async () => {
    await changeSettings({ uploads_per_minute: 3 });
    Object.assign(site.services.limits, createLimits(true));
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await send(site.member, Buffer.from('none'))).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect((await send(site.other, Buffer.from('none'))).status).toBe(400);
    await changeSettings({ uploads_per_minute: 0 });
    expect((await send(site.admin, await createPictureFile('png', 10, 10))).json).toMatchObject({ code: 'forbidden' });
    Object.assign(site.services.limits, createLimits(false));
    await changeSettings({ uploads_per_minute: 20 });
  });
});

describe('an uploaded picture', () => {
  test('an uploaded picture is a 404 for everyone but its uploader, like one that does not exist', async () => {
    const { url, thumb_url } = await uploadPicture(site.member, await createPictureFile('png', 50, 40, '#a1b2c3'));
    const unknown = await read(`/uploads/${'0'.repeat(32)}.webp`, site.other);
    const knownTag = (await read(url, site.member)).headers['etag'] ?? '';
    for (const address of [url, thumb_url])
      for (const as of [undefined, site.other, site.admin]) {
        const response = await read(address, as, { 'if-none-match': knownTag });
        expect([response.status, response.text]).toEqual([404, unknown.text]);
      }
    expect((await read(url.replace('.webp', '.png'), site.member)).status).toBe(404);
  });

  test('sends only the part of an uploaded picture that a browser needs', async () => {
    const { url } = await uploadPicture(site.member, await createPictureFile('png', 50, 40, '#b1b2c3'));
    const { headers } = await read(url, site.member);
    const repeatedResponse = await read(url, site.member, { 'if-none-match': headers['etag'] });
    expect([repeatedResponse.status, repeatedResponse.text]).toEqual([304, '']);
    expect(repeatedResponse.headers).toMatchObject({
      etag: headers['etag'],
      'cache-control': headers['cache-control'],
    });
    expect((await read(url, site.member, { 'if-match': '"other"' })).status).toBe(412);
    const part = await read(url, site.member, { range: 'bytes=0-3' });
    expect([part.status, part.text]).toEqual([206, 'RIFF']);
    const head = await fetch(site.url + url, { method: 'HEAD', headers: { cookie: site.member.cookie } });
    expect([head.status, Number(head.headers.get('content-length')) > 0]).toEqual([200, true]);
  });

  test("paginates a member's uploads, newest first, without those that they removed", async () => {
    const person = await site.createMember('Builder');
    const pictures: UploadResponse[] = [];
    for (const colour of ['#110000', '#220000', '#330000'])
      pictures.push(await uploadPicture(person, await createPictureFile('png', 30, 20, colour)));
    const [oldest, , newest] = pictures.map(({ id }) => id);
    const { uploads, used_bytes, allowed_bytes } = await list(person);
    expect(uploads.map(({ id }) => id)).toEqual(pictures.map(({ id }) => id).reverse());
    const { success: _, ...fields } = pictures[2] ?? { success: true };
    expect(uploads[0]).toEqual({ ...fields, animated: false, created_at: expect.any(String) as string, uses: [] });
    expect([used_bytes > 0, allowed_bytes]).toEqual([true, 200_000_000]);
    const firstPage = await site.send('GET', '/uploads?limit=2', undefined, { as: person });
    const [, next = ''] = /<([^>]*)>; rel="next"/.exec(String(firstPage.headers['link'])) ?? [];
    const second = await site.send('GET', next, undefined, { as: person, prefix: '' });
    expect((second.json as UploadsResponse).uploads.map(({ id }) => id)).toEqual([oldest]);
    const remove = (as: SiteMember) => site.send('DELETE', `/uploads/${newest}`, undefined, { as });
    expect((await remove(site.other)).status).toBe(404);
    expect((await remove(person)).json).toEqual({ success: true });
    expect((await remove(person)).status).toBe(404);
    expect(await buildFiles(person)).toEqual({ records: 2, stored: 4 });
  });

  test('a removed picture can be uploaded again, even with the same key', async () => {
    const person = await site.createMember('Undecided');
    const file = { field: 'file', bytes: await createPictureFile('png', 40, 20, '#0ff1ce') };
    const upload = async () => {
      const response = await site.send('POST', '/uploads', undefined, { as: person, key: 'same', file });
      return response.json as UploadResponse;
    };
    const { id, thumb_url } = await upload();
    await site.perform('DELETE', `/uploads/${id}`, undefined, { as: person });
    expect((await upload()).id).toBe(id);
    expect((await read(thumb_url, person)).status).toBe(200);
    await site.createThread(person, { content: `![](upload:${id})` });
  });
});

describe('a picture that a text shows', () => {
  test('a used picture lists its texts, and its uploader cannot remove it', async () => {
    const person = await site.createMember('Writer');
    const { id, url } = await uploadPicture(person, await createPictureFile('png', 70, 50, '#abc123'));
    const content = `![A tower](upload:${id})`;
    const thread = await site.createThread(person, { content });
    const reply = await site.createReply(thread, person, content);
    const onWall = `/profile/${site.other.name}/posts`;
    const { id: wallPost } = await site.perform('POST', onWall, { content }, { as: person });
    expect((await list(person)).uploads[0]?.uses).toEqual([
      { kind: 'wallpost', id: wallPost, thread_id: null, wall_of: site.other.name },
      { kind: 'post', id: reply, thread_id: thread, wall_of: null },
      { kind: 'thread', id: thread, thread_id: thread, wall_of: null },
    ]);
    const removal = await site.send('DELETE', `/uploads/${id}`, undefined, { as: person });
    expect([removal.status, removal.json]).toMatchObject([409, { code: 'upload-in-use' }]);
    expect((await read(url)).status, 'to a guest, who may see the thread').toBe(200);
    await site.services.files.sweep(Date.now() + 48 * 3_600_000);
    expect((await read(url)).status, 'a sweep retains it').toBe(200);
  });

  test('each picture on a page lists the 20 newest texts that use it', async () => {
    const person = await site.createMember('Repeater');
    const { id: rare } = await uploadPicture(person, await createPictureFile('png', 70, 50, '#331100'));
    const { id: common } = await uploadPicture(person, await createPictureFile('png', 70, 50, '#001133'));
    const thread = await site.createThread(person, { content: `![](upload:${rare})` });
    const replies: number[] = [];
    for (let n = 0; n < 21; n++) replies.push(await site.createReply(thread, person, `![](upload:${common}) ${n}`));
    const { uploads } = await list(person);
    const listTexts = (picture: string) => uploads.find(({ id }) => id === picture)?.uses.map(({ id }) => id);
    expect(listTexts(common)).toEqual(replies.toReversed().slice(0, 20));
    expect(listTexts(rare)).toEqual([thread]);
  });

  test('a member cannot remove a picture while an earlier version of a text uses it', async () => {
    const person = await site.createMember('Editor');
    const { id } = await uploadPicture(person, await createPictureFile('png', 70, 50, '#abc127'));
    const reply = await site.createReply(await site.createThread(), person, `![A tower](upload:${id})`);
    await site.perform('PUT', `/forums/posts/${reply}`, { content: 'None' }, { as: person });
    const removal = await site.send('DELETE', `/uploads/${id}`, undefined, { as: person });
    expect([removal.status, removal.json]).toMatchObject([409, { code: 'upload-in-use' }]);
    expect(await buildFiles(person)).toEqual({ records: 1, stored: 2 });
  });

  test("an archive contains the member's pictures, unchanged and named by their ids", async () => {
    const person = await site.createMember('Leaving');
    const { id, url } = await uploadPicture(person, await createPictureFile('png', 70, 50, '#abc124'));
    const response = await fetch(site.url + url, { headers: { cookie: person.cookie } });
    const archive = await fetch(`${site.url}/api/account/export`, { headers: { cookie: person.cookie } });
    const [bytes, content] = [await response.arrayBuffer(), Buffer.from(await archive.arrayBuffer())];
    expect(content.includes(`files/${id}.webp`)).toBe(true);
    expect(content.includes(Buffer.from(bytes)), 'stored without compression').toBe(true);
  });

  test.each([
    ['removed with the texts', true, 404],
    ['retained with the texts', false, 200],
  ])('a used picture is %s when its uploader is erased', async (_, texts, status) => {
    const person = await site.createMember(texts ? 'Erased' : 'Anonymous');
    const [usedUpload, unusedUpload] = [
      await uploadPicture(person, await createPictureFile('png', 80, 50, '#abc125')),
      await uploadPicture(person, await createPictureFile('png', 80, 50, '#ff0000')),
    ];
    await site.createThread(person, { content: `![A tower](upload:${usedUpload.id})` });
    await site.perform('POST', `/admin/delete/${person.id}`, { texts }, { as: site.admin });
    for (const address of [usedUpload.url, usedUpload.thumb_url]) expect((await read(address)).status).toBe(status);
    expect((await read(unusedUpload.url, site.admin)).status).toBe(404);
    expect(await buildFiles(person)).toEqual(texts ? { records: 0, stored: 0 } : { records: 1, stored: 2 });
  });
});
