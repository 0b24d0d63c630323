import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { createLimits } from '@guildhall/server/request/rate-limits.js';
import { createAnimation, createPictureFile, withCameraData } from '@guildhall/server/testing/picture-files.js';
import { VaultUnavailable } from '@guildhall/server/vault/vault.js';
import { describe, expect, test, vi } from 'vitest';
import { readAccountArchive } from '../../support/site/account-archive.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const upload = (as: SiteMember | undefined, bytes: Uint8Array, more: { name?: string; type?: string } = {}) =>
  site.send('POST', '/account/avatar', undefined, { as, file: { field: 'avatar', bytes, ...more } });

async function readAvatar(member: SiteMember): Promise<string | null> {
  return (await site.get<{ user: Me }>('/me', member)).user.avatar_url;
}

async function uploadPicture(member: SiteMember, colour: string): Promise<string> {
  const response = await upload(member, await createPictureFile('png', 300, 200, colour));
  expect(response.status, response.text).toBe(200);
  return (response.json as { avatar_url: string }).avatar_url;
}

describe('profile pictures', () => {
  test('shows a new picture immediately wherever its member appears and caches it permanently', async () => {
    const thread = await site.createThread();
    const address = await uploadPicture(site.member, '#123456');
    expect(address).toMatch(/^\/pictures\/[0-9a-f]{64}\.webp$/);
    expect(await readAvatar(site.member)).toBe(address);
    expect(await site.get(`/forums/threads/${thread}`)).toMatchObject({ avatar_url: address });
    const response = await fetch(site.url + address);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP');
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
    const cached = await site.send('GET', address, undefined, { prefix: '', headers });
    expect(cached.status).toBe(304);
  });

  test('stops serving a picture after it is replaced or removed', async () => {
    const firstPicture = await uploadPicture(site.member, '#aa0000');
    const second = await uploadPicture(site.member, '#00aa00');
    expect((await fetch(site.url + firstPicture)).status).toBe(404);
    expect(await uploadPicture(site.member, '#00aa00')).toBe(second);
    expect((await fetch(site.url + second)).status).toBe(200);
    const response = await site.send('DELETE', '/account/avatar', undefined, { as: site.member });
    expect(response.json).toMatchObject({ success: true, avatar_url: null });
    const head = await site.readHead();
    const secondRemoval = await site.send('DELETE', '/account/avatar', undefined, { as: site.member });
    expect([secondRemoval.status, secondRemoval.json]).toEqual([200, { success: true, avatar_url: null }]);
    expect(await site.readHead(), 'nothing is written for a missing picture').toBe(head);
    expect((await fetch(site.url + second)).status).toBe(404);
    expect(await readAvatar(site.member)).toBeNull();
  });

  test("retains a member's picture if another member removes an identical one", async () => {
    const address = await uploadPicture(site.member, '#0000aa');
    expect(await uploadPicture(site.other, '#0000aa')).toBe(address);
    await site.perform('DELETE', '/account/avatar', undefined, { as: site.member });
    expect((await fetch(site.url + address)).status).toBe(200);
    expect(await readAvatar(site.other)).toBe(address);
  });

  test("removes an erased member's picture, even from cached lists", async () => {
    const victim = await site.createMember('Victim');
    const thread = await site.createThread(victim);
    const address = await uploadPicture(victim, '#abcdef');
    expect(await site.get(`/forums/threads/${thread}`)).toMatchObject({ avatar_url: address });
    await site.perform('POST', `/admin/delete/${victim.id}`, { texts: false }, { as: site.admin });
    expect((await fetch(site.url + address)).status).toBe(404);
    expect(await site.get(`/forums/threads/${thread}`)).toMatchObject({ avatar_url: null });
    expect((await upload(victim, await createPictureFile('png', 30, 30))).status).toBe(401);
  });

  test('stores no picture if its member is erased during the upload', async () => {
    const { vault } = site.services;
    const victim = await site.createMember('Hurrying');
    const countBefore = (await vault.findFilesBy('ownerId', victim.id)).length;
    const { editAccount } = vault;
    vault.editAccount = () => Promise.resolve('missing');
    const response = await upload(victim, await createPictureFile('png', 31, 31));
    vault.editAccount = editAccount;
    expect([response.status, (await vault.findFilesBy('ownerId', victim.id)).length]).toEqual([401, countBefore]);
  });

  test('deletes an unused picture after an hour, but retains logos in the history', async () => {
    const { files, vault } = site.services;
    const uploadLogo = async (colour: string) => {
      const file = { field: 'logo', bytes: await createPictureFile('png', 30, 30, colour) };
      await site.perform('POST', '/forums/logo', undefined, { as: site.admin, file });
      return site.services.site.theme.logo ?? '';
    };
    const logos = [await uploadLogo('#101010'), await uploadLogo('#202020')];
    const [, address] = [await uploadPicture(site.member, '#665544'), await uploadPicture(site.member, '#778899')];
    const lostFile = await files.save(null, new Uint8Array([1, 2, 3]), 'image/webp');
    expect((await fetch(`${site.url}/pictures/${lostFile.hash}.webp`)).status, 'nothing refers to it').toBe(404);
    const listAddresses = async () => (await vault.findFilesBy('ownerId', site.member.id)).map(({ hash }) => hash);
    await files.sweep();
    expect((await listAddresses()).length).toBeGreaterThan(1);
    await files.sweep(Date.now() + 3_700_000);
    expect(await listAddresses()).toEqual([address.slice(10, 74)]);
    expect(await vault.findFilesBy('id', lostFile.id)).toEqual([]);
    for (const picture of [address, ...logos]) expect((await fetch(site.url + picture)).status).toBe(200);
  });

  test("an archive contains the member's picture unchanged", async () => {
    const address = await uploadPicture(site.member, '#998877');
    const servedBytes = Buffer.from(await (await fetch(site.url + address)).arrayBuffer());
    const { account, files } = await readAccountArchive<{ files: { name: string; sha256: string }[] }>(
      site,
      site.member,
    );
    const row = account.files.find(({ sha256 }) => address.includes(sha256));
    expect(row).toMatchObject({ content_type: 'image/webp', saved_at: expect.any(String) as string });
    expect(row?.name).toMatch(/^files\/[0-9a-f]{32}\.webp$/);
    expect(files.get(row?.name ?? '')).toEqual(servedBytes);
    expect([...files.keys()]).toEqual(['account.json', ...account.files.map(({ name }) => name)]);
  });

  test('cuts an archive off if a file cannot be read, so that the download fails', async () => {
    await uploadPicture(site.member, '#887799');
    const { fileStore } = site.services.vault;
    const get = vi.spyOn(fileStore, 'get').mockRejectedValue(new VaultUnavailable('The vault is away'));
    try {
      await expect(readAccountArchive(site, site.member)).rejects.toThrow('aborted');
    } finally {
      get.mockRestore();
    }
  });
});

describe('uploading a picture', () => {
  test('recognises a picture by its content, regardless of its name', async () => {
    const file = await createAnimation(['#ff0000', '#00ff00']);
    expect((await upload(site.member, file, { name: '../../x.svg', type: 'image/svg+xml' })).status).toBe(200);
    const camera = await upload(site.member, await withCameraData(300, 200));
    const { avatar_url } = camera.json as { avatar_url: string };
    const bytes = Buffer.from(await (await fetch(site.url + avatar_url)).arrayBuffer()).toString('latin1');
    expect(bytes).not.toContain('Secret');
  });

  test('rejects a file that is not a picture, and explains why', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const refusal = await upload(site.member, Buffer.from(svg), { name: 'a.png', type: 'image/png' });
    expect([refusal.status, refusal.json]).toMatchObject([400, { code: 'picture-svg' }]);
    const emptyUpload = await site.send('POST', '/account/avatar', undefined, { as: site.member });
    expect(emptyUpload.json).toEqual({ error: 'Choose a picture first!', code: 'picture-missing', field: 'avatar' });
    const hugeUpload = await upload(site.member, Buffer.alloc(25 * 2 ** 20 + 1));
    expect([hugeUpload.status, hugeUpload.json]).toMatchObject([413, { code: 'picture-too-heavy' }]);
  });

  test('accepts five uploads a minute from a member and does not read the sixth', async () => {
    Object.assign(site.services.limits, createLimits(true));
    const tryUpload = async (as: SiteMember, bytes: Uint8Array) => (await upload(as, bytes)).status;
    for (let tries = 1; tries <= 5; tries++) expect(await tryUpload(site.member, Buffer.from('none'))).toBe(400);
    expect(await tryUpload(site.member, Buffer.alloc(4 * 2 ** 20 + 1)), 'it would be too large if it were read').toBe(
      429,
    );
    expect(await tryUpload(site.other, Buffer.from('none'))).toBe(400);
    Object.assign(site.services.limits, createLimits(false));
  });

  test('checks the permission before reading a logo', async () => {
    const readLogo = (as: SiteMember | undefined) =>
      site.send('POST', '/forums/logo', undefined, {
        as,
        file: { field: 'logo', bytes: Buffer.alloc(25 * 2 ** 20 + 1) },
      });
    const statuses = await Promise.all(
      [undefined, site.member, site.admin].map(async (as) => (await readLogo(as)).status),
    );
    expect(statuses).toEqual([401, 404, 413]);
  });

  test("rejects a guest's upload before reading it", async () => {
    const refusal = await upload(undefined, Buffer.from('no picture at all'));
    expect([refusal.status, refusal.json]).toMatchObject([401, { code: 'must-be-logged-in' }]);
  });
});

describe('invalid picture addresses', () => {
  test.each([
    '',
    'x.webp',
    `${'a'.repeat(64)}.webp`,
    `${'A'.repeat(64)}.webp`,
    `${'a'.repeat(64)}`,
    '..%2f..%2fvault.db',
  ])('responds with 404 to the picture address %s', async (name) => {
    const response = await fetch(`${site.url}/pictures/${name}`, { headers: { accept: 'application/json' } });
    expect(response.status).toBe(404);
  });
});

describe('generated pictures', () => {
  const readInitial = async (name: string) => {
    const response = await fetch(`${site.url}/avatars/${name}.svg`);
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  };

  test('generates the same default picture whether or not a member has the name', async () => {
    const steve = await readInitial('Steve');
    expect(steve.text).toContain('>S</text>');
    expect(await readInitial('Steve')).toMatchObject({ text: steve.text });
    expect((await readInitial('Stranger')).status).toBe(200);
    expect((await readInitial('__x_')).text).toContain('>X</text>');
    expect((await readInitial('Alex')).text).not.toBe(steve.text.replace('>S<', '>A<'));
  });

  test('generates default pictures without scripts, and only for valid member names', async () => {
    expect((await readInitial('Steve')).headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    for (const name of ['ab', 'a'.repeat(17), '%3Cscript%3E', 'a%20b%20c', '..%2fx', '%22onload']) {
      expect((await readInitial(name)).status, name).toBe(404);
    }
  });
});
