import { pictureFile } from '@guildhall/server/testing/picture-files.js';
import { expect, test } from 'vitest';
import { testSite } from '../../support/site/site.js';

const site = testSite();

test.each([
  ['member', { upload_member_mb: 1 }, 'upload-quota', (id: number) => site.services.uploads.measureSpace(id)],
  [
    'site',
    { upload_member_mb: 200, upload_site_mb: 2 },
    'upload-site-full',
    () => site.services.uploads.measureSiteSpace(),
  ],
])('counts a picture before it is stored, so that no %s exceeds its space', async (kind, settings, code, readSpace) => {
  await site.done('PUT', '/admin/settings', settings, { as: site.admin });
  const uploader = await site.person(`Of_${kind}`);
  const send = async (width: number) => {
    const bytes = await pictureFile('png', width, 700, 'noise');
    return site.send('POST', '/uploads', undefined, { as: uploader, file: { field: 'file', bytes } });
  };
  let response = await send(700);
  for (let n = 1; response.status === 201 && n < 20; n++) response = await send(700 + n);
  expect(response.json).toMatchObject({ code });
  const { used, allowed } = await readSpace(uploader.id);
  expect(used).toBeGreaterThan(0);
  expect(used).toBeLessThanOrEqual(allowed);
});
