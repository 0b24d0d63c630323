import type { UploadsResponse } from '@guildhall/domain/wire/schemas/members/uploads.js';
import { pictureFile } from '@guildhall/server/testing/picture-files.js';
import { expect, test } from 'vitest';
import { testSite } from '../../support/site/site.js';

const site = testSite();

test('counts a picture before it is stored, so that no member exceeds their space', async () => {
  await site.done('PUT', '/admin/settings', { upload_member_mb: 1 }, { as: site.admin });
  const send = async (width: number) => {
    const bytes = await pictureFile('png', width, 700, 'noise');
    return site.send('POST', '/uploads', undefined, { as: site.member, file: { field: 'file', bytes } });
  };
  let response = await send(700);
  for (let n = 1; response.status === 201 && n < 20; n++) response = await send(700 + n);
  expect(response.json).toMatchObject({ code: 'upload-quota' });
  const { used_bytes, allowed_bytes } = await site.get<UploadsResponse>('/uploads', site.member);
  expect(used_bytes).toBeGreaterThan(0);
  expect(used_bytes).toBeLessThanOrEqual(allowed_bytes);
});
