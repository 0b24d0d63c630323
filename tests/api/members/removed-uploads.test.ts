import type {
  SiteUploadsResponse,
  UploadResponse,
  UploadsResponse,
} from '@guildhall/domain/wire/schemas/members/uploads.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { describe, expect, test } from 'vitest';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const send = (as: SiteMember, bytes: Uint8Array) =>
  site.send('POST', '/uploads', undefined, { as, file: { field: 'file', bytes } });

async function uploadPicture(as: SiteMember, bytes: Uint8Array): Promise<UploadResponse> {
  const response = await send(as, bytes);
  expect(response.status, response.text).toBe(201);
  return response.json as UploadResponse;
}

const read = (address: string, as?: SiteMember) => site.send('GET', address, undefined, { prefix: '', as });
const readFiles = async ({ id }: SiteMember) => ({
  records: (await site.services.vault.findFilesBy('ownerId', id)).length,
  stored: (await site.services.vault.fileStore.list(`${id}/`, '', 100)).length,
});

describe('removing a picture as an Admin', () => {
  const remove = (id: string, as: SiteMember, key?: string) =>
    site.send('DELETE', `/admin/uploads/${id}`, { reason: 'Not ours' }, { as, key });

  test('lists the members who use the most space and the newest pictures', async () => {
    const [small, large] = [await site.createMember('Small'), await site.createMember('Large')];
    const { id } = await uploadPicture(large, await createPictureFile('png', 1_500, 1_500, 'noise'));
    const picture = await uploadPicture(small, await createPictureFile('png', 20, 20, '#c0ffee'));
    const { used_bytes, allowed_bytes, top_members, uploads } = await site.get<SiteUploadsResponse>(
      '/admin/uploads?limit=2',
      site.admin,
    );
    expect(uploads).toMatchObject([
      { id: picture.id, user_id: small.id, username: 'Small' },
      { id, user_id: large.id, username: 'Large', width: 1_500 },
    ]);
    expect(top_members[0]).toMatchObject({
      user_id: large.id,
      username: 'Large',
      bytes: (await site.get<UploadsResponse>('/uploads', large)).used_bytes,
    });
    expect([used_bytes > (top_members[0]?.bytes ?? 0), allowed_bytes]).toEqual([true, 20_000_000_000]);
  });

  test('a removal by an Admin is final and audited, with a reason that is erased with the owner', async () => {
    const owner = await site.createMember('Owner');
    const file = await createPictureFile('png', 60, 50, '#d0d0d0');
    const { id, url, thumb_url } = await uploadPicture(owner, file);
    expect((await remove(id, site.other)).status).toBe(404);
    const thread = await site.createThread(owner, { content: `![A tower](upload:${id})` });
    const readShownPictures = async () => {
      const { content_html } = await site.get<{ content_html: string }>(`/forums/threads/${thread}`);
      const rows = await site.get<{ id: number; picture: unknown }[]>(`/forums/threads?section_id=${site.section}`);
      const feed = await site.send('GET', '/feed.atom', undefined, { prefix: '', headers: { accept: '*/*' } });
      const page = await site.send('GET', `/forums/thread/${thread}`, undefined, {
        prefix: '',
        headers: { accept: 'text/html' },
      });
      return {
        html: content_html,
        isListed: Boolean(rows.find((row) => row.id === thread)?.picture),
        isInFeed: feed.text.includes(url),
        isInPage: page.text.includes(thumb_url),
        isOgImage: page.text.includes(`<meta property="og:image" content="${site.services.env.publicUrl}${url}"`),
      };
    };
    expect(await readShownPictures()).toEqual({
      html: expect.stringContaining(thumb_url) as string,
      isListed: true,
      isInFeed: true,
      isInPage: true,
      isOgImage: true,
    });
    expect((await read(url)).status).toBe(200);
    const [removal, repeat] = [await remove(id, site.admin, 'removal'), await remove(id, site.admin, 'removal')];
    expect(repeat.json, 'a repeat has the same response').toEqual(removal.json);
    const { acts } = removal.json as { acts: string[] };
    for (const address of [url, thumb_url]) expect((await read(address, owner)).status).toBe(404);
    expect(await readFiles(owner)).toEqual({ records: 0, stored: 0 });
    expect((await send(owner, file)).json).toMatchObject({ code: 'upload-removed' });
    expect((await remove(id, site.admin)).json, 'another removal changes nothing').toMatchObject({ acts: [] });
    expect((await remove('0'.repeat(32), site.admin)).status).toBe(404);
    const [entry] = await site.get<AuditRow[]>('/admin/audit?limit=1', site.admin);
    expect(entry).toMatchObject({
      id: acts[0],
      kind: 'UploadRemoved',
      reason: 'Not ours',
      undoable: false,
      after: { deleted: true, picture: id },
      person: { username: 'Owner' },
    });
    const nowhere = { isListed: false, isInFeed: false, isInPage: false, isOgImage: false };
    const description = { html: '<p>A tower</p>\n', ...nowhere };
    expect(await readShownPictures(), 'only its description is shown').toEqual(description);
    const undo = await site.send('POST', `/admin/audit/${acts[0]}/undo`, {}, { as: site.admin });
    expect(undo.json).toMatchObject({ code: 'not-undoable' });
    await site.perform('POST', `/admin/delete/${owner.id}`, { texts: true }, { as: site.admin });
    const entries = await site.get<AuditRow[]>('/admin/audit', site.admin);
    expect(entries.find((auditEntry) => auditEntry.id === acts[0])?.reason ?? null).not.toBe('Not ours');
  });
});
