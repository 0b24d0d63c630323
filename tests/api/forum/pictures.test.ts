import { guestRole, memberRole } from '@guildhall/domain/roles.js';
import { buildThumbnailAddress, buildTinyAddress, buildUploadAddress } from '@guildhall/domain/uploads.js';
import type { PostRow, TextVersion } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { OwnReportRow, ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHolder, createRoleWith } from '../../support/site/holders.js';
import { getPassword } from '../../support/site/member.js';
import { parseCookie, logIn, createPersonWithPassword } from '../../support/site/people.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let file: Uint8Array;
let moderator: SiteMember;
beforeAll(async () => {
  file = await createPictureFile('png', 1_920, 1_080, '#13579b');
  moderator = await createHolder(site, await createRoleWith(site, 'moderate_comments'));
});

const formatRef = (id: string, alt = 'a castle') => `![${alt}](upload:${id})`;
const remove = (path: string, as = site.admin) => site.perform('DELETE', path, {}, { as });
const restore = (path: string) => site.perform('POST', `${path}/restore`, {}, { as: site.admin });

/** The same picture has a different id for each member. */
async function createUpload(author?: SiteMember): Promise<{ author: SiteMember; id: string }> {
  const uploader = author ?? (await site.createMember(site.createName()));
  const options = { as: uploader, file: { field: 'file', bytes: file } };
  const { id } = await site.perform<{ id: string }>('POST', '/uploads', undefined, options);
  return { author: uploader, id };
}

/** All sizes must be visible to the same readers. */
async function findReaders({ id, author }: { id: string; author: SiteMember }, others: SiteMember[] = []) {
  const readers = { guest: undefined, member: site.other, author, moderator, admin: site.admin };
  const all = [...Object.entries(readers), ...others.map((other) => [other.name, other] as const)];
  const visible: string[] = [];
  for (const [name, as] of all) {
    const statuses = await Promise.all(
      [buildUploadAddress(id), buildThumbnailAddress(id), buildTinyAddress(id)].map(async (address) => {
        const response = await site.send('GET', address, undefined, { prefix: '', as });
        return response.status;
      }),
    );
    expect([
      [200, 200, 200],
      [404, 404, 404],
    ]).toContainEqual(statuses);
    if (statuses[0] === 200) visible.push(name);
  }
  return visible;
}

const everyone = ['guest', 'member', 'author', 'moderator', 'admin'];
const staff = ['author', 'moderator', 'admin'];
const admins = ['author', 'admin'];

describe('who may see a picture at its addresses', () => {
  test('only the uploader can see a picture that no text contains', async () => {
    expect(await findReaders(await createUpload())).toEqual(['author']);
  });

  test("everyone can see a reply's picture and, after the reply's deletion, those who may restore it", async () => {
    const upload = await createUpload();
    const reply = await site.createReply(await site.createThread(), upload.author, formatRef(upload.id));
    expect(await findReaders(upload)).toEqual(everyone);
    await remove(`/forums/posts/${reply}`);
    expect(await findReaders(upload)).toEqual(staff);
    await restore(`/forums/posts/${reply}`);
    expect(await findReaders(upload)).toEqual(everyone);
  });

  test.each(['thread', 'reply'])(
    'only the author and Admins can see a picture in a %s after its thread is deleted or moved out of view',
    async (kind) => {
      const upload = await createUpload();
      const thread = await site.createThread(upload.author, kind === 'thread' ? { content: formatRef(upload.id) } : {});
      if (kind === 'reply') await site.createReply(thread, upload.author, formatRef(upload.id));
      expect(await findReaders(upload)).toEqual(everyone);
      await remove(`/forums/threads/${thread}`);
      expect(await findReaders(upload)).toEqual(admins);
      await restore(`/forums/threads/${thread}`);
      expect(await findReaders(upload)).toEqual(everyone);
      const hiddenSection = await site.createSection();
      await site.hide(hiddenSection);
      const move = (section_id: number) =>
        site.perform('POST', `/forums/threads/${thread}/move`, { section_id }, { as: site.admin });
      await move(hiddenSection);
      expect(await findReaders(upload)).toEqual(admins);
      await move(site.section);
      expect(await findReaders(upload)).toEqual(everyone);
    },
  );

  test('after a permission change, only those who may view the place can see its pictures', async () => {
    const upload = await createUpload();
    const section_id = await site.createSection();
    const subsection_id = await site.createSubsection(section_id);
    await site.createThread(upload.author, { section_id, subsection_id, content: formatRef(upload.id) });
    await site.hide(section_id, subsection_id);
    expect(await findReaders(upload)).toEqual(admins);
    await site.hide(section_id, subsection_id, false);
    expect(await findReaders(upload)).toEqual(everyone);
    await remove(`/forums/sections/${section_id}`);
    expect(await findReaders(upload)).toEqual(['author']);
    await restore(`/forums/sections/${section_id}`);
    expect(await findReaders(upload)).toEqual(everyone);
  });

  test('a banned member sees only what guests see, until they are unbanned', async () => {
    const [upload, reader] = [await createUpload(), await createPersonWithPassword(site, 'Reader')];
    const section_id = await site.createSection();
    const flags = { can_view: 0, can_post: 0, can_reply: 0, can_delete_post: 0, can_emoji_react: 0 };
    const body = { section_id, subsection_id: null, entries: [{ role_id: guestRole.id, ...flags }] };
    await site.perform('PUT', '/forums/permissions', body, { as: site.admin });
    await site.createThread(upload.author, { section_id, content: formatRef(upload.id) });
    expect(await findReaders(upload, [reader])).toEqual([...everyone.slice(1), 'Reader']);
    await site.perform('POST', `/admin/ban/${reader.id}`, {}, { as: site.admin });
    expect(await findReaders(upload, [reader])).toEqual(everyone.slice(1));
    await site.perform('POST', `/admin/unban/${reader.id}`, {}, { as: site.admin });
    const returningReader = { ...reader, ...parseCookie(await logIn(site, reader.name, getPassword(reader.name))) };
    expect(await findReaders(upload, [returningReader])).toEqual([...everyone.slice(1), 'Reader']);
    await site.perform('POST', `/admin/ban/${upload.author.id}`, {}, { as: site.admin });
    expect(await findReaders(upload)).toEqual(['member', 'moderator', 'admin']);
  });

  test.each([
    [true, []],
    [false, ['guest', 'member', 'moderator', 'admin']],
  ])('an erasure hides a picture in a text only if the text is erased too (with texts: %s)', async (texts, readers) => {
    const [upload, unusedFile] = [await createUpload(), await createPictureFile('png', 40, 30, '#ff0000')];
    const options = { as: upload.author, file: { field: 'file', bytes: unusedFile } };
    const { id } = await site.perform<{ id: string }>('POST', '/uploads', undefined, options);
    await site.createReply(await site.createThread(), upload.author, formatRef(upload.id));
    await site.perform('POST', `/admin/delete/${upload.author.id}`, { texts }, { as: site.admin });
    const guestAuthor = { ...upload.author, cookie: '' };
    expect(await findReaders({ ...upload, author: guestAuthor })).toEqual(
      texts ? readers : [...readers.slice(0, 2), 'author', ...readers.slice(2)],
    );
    expect(await findReaders({ id, author: guestAuthor })).toEqual([]);
  });

  test('only those who may read the history can see a picture that an edit removed', async () => {
    const upload = await createUpload();
    const path = `/forums/posts/${await site.createReply(await site.createThread(), upload.author, formatRef(upload.id))}`;
    await site.perform('PUT', path, { content: 'without' }, { as: upload.author });
    expect(await findReaders(upload)).toEqual(staff);
    const versions = await site.get<TextVersion[]>(`${path}/history`, moderator);
    expect(versions.map(({ content }) => content)).toEqual([formatRef(upload.id), 'without']);
    await remove(path);
    expect(await findReaders(upload)).toEqual(['author']);
  });

  test("everyone can see a wall post's picture and, after the post's deletion, those who moderate walls", async () => {
    const [upload, second] = [await createUpload(), await createUpload()];
    const wall = `/profile/${site.member.name}/posts`;
    const { id } = await site.perform(
      'POST',
      wall,
      { content: formatRef(upload.id) },
      { as: upload.author, prefix: '' },
    );
    const replies = `/profile/posts/${id}/replies`;
    await site.perform('POST', replies, { content: formatRef(second.id) }, { as: second.author, prefix: '' });
    for (const picture of [upload, second]) expect(await findReaders(picture)).toEqual(everyone);
    await remove(`/profile/posts/${id}`);
    for (const picture of [upload, second]) expect(await findReaders(picture)).toEqual(staff);
    await restore(`/profile/posts/${id}`);
    for (const picture of [upload, second]) expect(await findReaders(picture)).toEqual(everyone);
  });

  test('those who may see either of two texts can see a picture in both', async () => {
    const upload = await createUpload();
    const thread = await site.createThread();
    const replies: number[] = [];
    for (let n = 0; n < 2; n++)
      replies.push(await site.createReply(thread, upload.author, `${n} ${formatRef(upload.id)}`));
    await remove(`/forums/posts/${replies[0]}`);
    expect(await findReaders(upload)).toEqual(everyone);
    await remove(`/forums/posts/${replies[1]}`);
    expect(await findReaders(upload)).toEqual(staff);
  });

  test("a role's holders can see the pictures in its place until they lose the role", async () => {
    const [upload, role, section_id] = [await createUpload(), await createRoleWith(site), await site.createSection()];
    const reader = await createHolder(site, role);
    const flags = { can_post: 0, can_reply: 0, can_delete_post: 0, can_emoji_react: 0 };
    await site.createThread(upload.author, { section_id, content: formatRef(upload.id) });
    const hiddenEntries = [memberRole.id, guestRole.id].map((role_id) => ({ role_id, can_view: 0, ...flags }));
    const entries = [...hiddenEntries, { role_id: role, can_view: 1, ...flags }];
    await site.perform('PUT', '/forums/permissions', { section_id, subsection_id: null, entries }, { as: site.admin });
    expect(await findReaders(upload, [reader])).toEqual([...admins, reader.name]);
    await site.perform('POST', `/admin/role/${reader.id}`, { role: memberRole.id }, { as: site.admin });
    expect(await findReaders(upload, [reader])).toEqual(admins);
  });

  test("only the uploader can see a picture on an erased member's wall", async () => {
    const [upload, owner] = [await createUpload(), await site.createMember(site.createName())];
    const wall = `/profile/${owner.name}/posts`;
    await site.perform('POST', wall, { content: formatRef(upload.id) }, { as: upload.author, prefix: '' });
    expect(await findReaders(upload)).toEqual(everyone);
    await site.perform('POST', `/admin/delete/${owner.id}`, { texts: false }, { as: site.admin });
    expect(await findReaders(upload)).toEqual(['author']);
  });

  test("the reporter and those who handle reports can see a report's picture", async () => {
    const upload = await createUpload();
    await site.perform('POST', '/reports', { kind: 'bug', text: formatRef(upload.id) }, { as: upload.author });
    expect(await findReaders(upload)).toEqual(staff);
    const [[ownRows], [queuedReports]] = await Promise.all([
      site.get<OwnReportRow[]>('/reports/mine', upload.author),
      site.get<ReportRow[]>('/admin/reports?limit=1', moderator),
    ]);
    for (const row of [ownRows, queuedReports]) {
      expect(row?.text).toBe(formatRef(upload.id));
      expect(row?.text_html).toContain(`data-picture="${upload.id}"`);
    }
  });
});

describe('texts with pictures', () => {
  test.each(['thread', 'reply', 'wall post', 'report'])("a %s cannot contain another member's upload", async (kind) => {
    const { id } = await createUpload();
    const calls: Record<string, [string, object]> = {
      thread: ['/api/forums/threads', { section_id: site.section, title: 'A title', content: formatRef(id) }],
      reply: ['/api/forums/posts', { thread_id: await site.createThread(), content: formatRef(id) }],
      'wall post': [`/profile/${site.member.name}/posts`, { content: formatRef(id) }],
      report: ['/api/reports', { kind: 'bug', text: formatRef(id) }],
    };
    const [path, body] = calls[kind] ?? ['', {}];
    const response = await site.send('POST', path, body, { as: site.other, prefix: '' });
    const field = kind === 'report' ? 'text' : 'content';
    expect([response.status, response.json]).toMatchObject([400, { code: 'upload-unknown', field }]);
  });

  test('the site says when the picture in a refused text can be removed', async () => {
    const { author, id } = await createUpload();
    const thread_id = await site.createThread();
    await site.changeThread(thread_id, { locked: 1 });
    const reply = await site.send('POST', '/forums/posts', { thread_id, content: formatRef(id) }, { as: author });
    expect(reply.json).toMatchObject({ code: 'thread-locked' });
    const removal = await site.send('DELETE', `/uploads/${id}`, undefined, { as: author });
    expect([removal.status, removal.json]).toMatchObject([409, { code: 'upload-claimed' }]);
    expect(removal.text).toContain('in two minutes');
  });

  test('staff can keep the pictures in a text that they edit, but cannot add any', async () => {
    const { author, id } = await createUpload();
    const { id: own } = await createUpload(site.admin);
    const path = `/forums/posts/${await site.createReply(await site.createThread(), author, formatRef(id))}`;
    await site.perform('PUT', path, { content: `Edited ${formatRef(id)}` }, { as: site.admin });
    const response = await site.send('PUT', path, { content: formatRef(own) }, { as: site.admin });
    expect(response.json).toMatchObject({ code: 'upload-unknown' });
  });

  test('after an Admin removes its picture, a thread can be locked without an edit, and an edit drops the picture', async () => {
    const { author, id } = await createUpload();
    const path = `/forums/threads/${await site.createThread(author, { content: `Old ${formatRef(id)}` })}`;
    const locker = await createHolder(site, await createRoleWith(site, 'lock_topics'));
    await remove(`/admin/uploads/${id}`);
    const change = async (fields: object, as: SiteMember) => {
      const { title, content } = await site.get<ThreadRow>(path);
      await site.perform('PUT', path, { title, content, ...fields }, { as });
    };
    for (const locked of [1, 0]) await change({ locked }, locker);
    await change({ title: 'Another title' }, author);
    expect(await site.get(path)).toMatchObject({
      content: `Old ${formatRef(id)}`,
      content_html: '<p>Old a castle</p>\n',
    });
    await change({ content: `New ${formatRef(id)}` }, author);
    await change({ locked: 1 }, locker);
    expect(await site.get(path)).toMatchObject({ content: 'New a castle', locked: true });
    const versions = await site.get<TextVersion[]>(`${path}/history`, site.admin);
    expect(versions.map(({ content }) => content)).toEqual([
      `Old ${formatRef(id)}`,
      `Old ${formatRef(id)}`,
      'New a castle',
    ]);
  });

  test('a reply can be edited repeatedly after an Admin removed its picture', async () => {
    const { author, id } = await createUpload();
    const thread = await site.createThread();
    const path = `/forums/posts/${await site.createReply(thread, author, `Old ${formatRef(id)}`)}`;
    await remove(`/admin/uploads/${id}`);
    for (const word of ['Newer', 'Newest']) {
      const [reply] = await site.get<PostRow[]>(`/forums/posts/${thread}`);
      await site.perform('PUT', path, { content: reply?.content.replace(/^\w+/, word) }, { as: author });
    }
    expect(await site.get(`/forums/posts/${thread}`)).toMatchObject([{ content: 'Newest a castle' }]);
  });

  test('rows contain the reference and the rendered picture, and lists contain the first picture', async () => {
    const { author, id } = await createUpload();
    const section_id = await site.createSection();
    const content = `${formatRef(id)}\n\nThis is it.`;
    const thread = await site.createThread(author, { section_id, content });
    await site.createReply(thread, author, `See ${formatRef(id, '')}`);
    const [row, [reply], [summary]] = await Promise.all([
      site.get<ThreadRow>(`/forums/threads/${thread}`),
      site.get<PostRow[]>(`/forums/posts/${thread}`),
      site.get<ThreadSummary[]>(`/forums/threads?section_id=${section_id}`),
    ]);
    expect([row.content, reply?.content]).toEqual([content, `See ${formatRef(id, '')}`]);
    for (const html of [row.content_html, reply?.content_html]) expect(html).toContain(`data-picture="${id}"`);
    expect(row.content_html).toMatch(/src="data:image\/webp;base64,[\w+/=]{20,400}" alt="" width="960" height="540"/);
    expect(summary?.picture).toEqual({
      thumb_url: buildThumbnailAddress(id),
      tiny_url: buildTinyAddress(id),
      width: 960,
      height: 540,
      alt: 'a castle',
    });
    expect(summary?.content).toBe('a castle This is it.');
  });

  test('a thread page and the feed name the first picture outside spoilers', async () => {
    const { author, id } = await createUpload();
    const secret = await createPictureFile('png', 40, 30, '#00ff00');
    const options = { as: author, file: { field: 'file', bytes: secret } };
    const { id: hiddenUpload } = await site.perform<{ id: string }>('POST', '/uploads', undefined, options);
    const thread = await site.createThread(author, {
      content: `>! ${formatRef(hiddenUpload)}\n\nNo, ${formatRef(id)}`,
    });
    const html = { accept: 'text/html' };
    const page = await site.send('GET', `/forums/thread/${thread}`, undefined, { prefix: '', headers: html });
    expect(page.text).toContain(
      `<meta property="og:image" content="${site.services.env.publicUrl}${buildUploadAddress(id)}"`,
    );
    const feed = await site.send('GET', '/feed.atom', undefined, { prefix: '', headers: { accept: '*/*' } });
    expect(feed.text).toContain(`rel="enclosure" href="${site.services.env.publicUrl}${buildUploadAddress(id)}"`);
    expect(feed.text).toContain(`src="${site.services.env.publicUrl}${buildThumbnailAddress(id)}`);
    expect(feed.text).not.toContain(hiddenUpload);
    expect(feed.text).not.toContain('placeholder');
  });

  test('the preview shows pictures that its author may see', async () => {
    const { author, id } = await createUpload();
    const fetchPreview = (as: SiteMember) =>
      site.perform<{ content_html: string }>('POST', '/forums/preview', { content: formatRef(id) }, { as });
    expect((await fetchPreview(author)).content_html).toContain(`data-picture="${id}"`);
    expect((await fetchPreview(site.other)).content_html).toBe('<p>a castle</p>\n');
  });
});
