import { randomUUID } from 'node:crypto';
import { pictureLimiter } from '@guildhall/server/pictures/encode-picture.js';
import type { Services } from '@guildhall/server/services.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { afterEach, expect, test, vi } from 'vitest';
import { testSite } from '../../support/site/site.js';

const site = testSite();

afterEach(() => {
  vi.restoreAllMocks();
});

const createNoise = (width: number) => createPictureFile('png', width, 400, 'noise');

test.each([
  ['member', { upload_member_mb: 1 }, 'upload-quota', (id: number) => site.services.uploads.measureSpace(id)],
  [
    'site',
    { upload_member_mb: 200, upload_site_mb: 2 },
    'upload-site-full',
    () => site.services.uploads.measureSiteSpace(),
  ],
])('counts a picture before it is stored, so that no %s exceeds its space', async (kind, settings, code, readSpace) => {
  await site.perform('PUT', '/admin/settings', settings, { as: site.admin });
  const uploader = await site.createMember(`Of_${kind}`);
  const send = async (width: number) => {
    const bytes = await createPictureFile('png', width, 700, 'noise');
    return site.send('POST', '/uploads', undefined, { as: uploader, file: { field: 'file', bytes } });
  };
  let response = await send(700);
  for (let n = 1; response.status === 201 && n < 20; n++) response = await send(700 + n);
  expect(response.json).toMatchObject({ code });
  const { usedBytes, allowedBytes } = await readSpace(uploader.id);
  expect(usedBytes).toBeGreaterThan(0);
  expect(usedBytes).toBeLessThanOrEqual(allowedBytes);
});

/** No picture is stored until all that were sent before have been encoded. */
function delaySaving({ vault }: Services) {
  const { saveFile } = vault;
  vi.spyOn(vault, 'saveFile').mockImplementation(async (file) => {
    await pictureLimiter.run(() => undefined);
    return saveFile(file);
  });
}

const oneMegabyte = { upload_member_mb: 1, upload_site_mb: 1_000 };

test('pictures that a member sends at the same time do not exceed their space together', async () => {
  await site.perform('PUT', '/admin/settings', oneMegabyte, { as: site.admin });
  const uploader = await site.createMember('Hurried');
  const pictures = await Promise.all([600, 601, 602, 603, 604, 605].map(createNoise));
  delaySaving(site.services);
  const send = (bytes: Uint8Array) =>
    site.send('POST', '/uploads', undefined, { as: uploader, file: { field: 'file', bytes }, timeoutMs: 60_000 });
  const responses = await Promise.all(pictures.map(send));
  const { usedBytes, allowedBytes } = await site.services.uploads.measureSpace(uploader.id);
  expect(usedBytes).toBeLessThanOrEqual(allowedBytes);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]));
});

test("two servers together exceed a member's space by less than one picture", async () => {
  await site.perform('PUT', '/admin/settings', oneMegabyte, { as: site.admin });
  const { id } = await site.createMember('Elsewhere');
  const second = await site.startSecond();
  const servers = [site.services, second.services];
  servers.forEach(delaySaving);
  const sizes: number[] = [];
  for (const width of [600, 620, 640, 660]) {
    const pictures = await Promise.all([createNoise(width), createNoise(width + 1)]);
    const uploadResults = servers.map(({ uploads }, n) =>
      uploads.add(id, pictures[n] ?? new Uint8Array(), randomUUID()),
    );
    for (const result of await Promise.allSettled(uploadResults))
      if (result.status === 'fulfilled') sizes.push(result.value.storedBytes ?? 0);
  }
  await second.stop();
  expect(sizes.length, 'pictures stored before the space was full').toBeLessThan(8);
  const { usedBytes, allowedBytes } = await site.services.uploads.measureSpace(id);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(usedBytes);
  expect(usedBytes - Math.max(...sizes)).toBeLessThan(allowedBytes);
});
