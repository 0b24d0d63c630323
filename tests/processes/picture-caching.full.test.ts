import { join } from 'node:path';
import { guestRole, memberRole } from '@guildhall/domain/roles.js';
import { buildThumbnailAddress, buildTinyAddress, buildUploadAddress } from '@guildhall/domain/uploads.js';
import { afterEach, expect, it } from 'vitest';
import {
  acceptSelfSignedCertificates,
  cacheZone,
  isInstalled,
  startProxy,
  type ReverseProxy,
} from '../support/processes/reverse-proxy.js';
import {
  findFreePort,
  startServerProcess,
  createTemporaryFolder,
  type ServerProcess,
} from '../support/processes/server-process.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';
import { uploadTestPicture } from '../support/site/uploaded-picture.js';

acceptSelfSignedCertificates();

const locationRules = `proxy_cache ${cacheZone};\nadd_header X-Cache $upstream_cache_status always;`;

let server: ServerProcess | undefined;
let proxy: ReverseProxy | undefined;
afterEach(async () => {
  await proxy?.stop();
  await server?.kill();
});

it.skipIf(!isInstalled('nginx'))(
  'a caching nginx stores no picture, so visitors lose access with its text',
  async () => {
    const folder = createTemporaryFolder();
    const port = await findFreePort();
    server = await startServerProcess({
      dataDir: join(folder, 'data'),
      env: { PUBLIC_URL: `https://localhost:${port}` },
    });
    proxy = await startProxy('nginx', port, server.port, join(folder, 'proxy'), locationRules);
    const { url } = proxy;
    const admin = await registerPerson({ url, dataDir: server.dataDir }, 'Mila');
    const author = await registerPerson({ url, dataDir: server.dataDir }, 'Anna');
    const member = await registerPerson({ url, dataDir: server.dataDir }, 'Bram');
    const id = await uploadTestPicture(author, 800, 600);
    const get = async (path: string, as?: Person) => {
      const response = await fetch(url + path, as && { headers: { cookie: as.cookie } });
      await response.arrayBuffer();
      return [response.status, response.headers.get('x-cache')];
    };
    /** Reads all sizes twice because the second response could come from the cache. */
    const registerReaders = async () => {
      const visible: string[] = [];
      for (const [name, as] of Object.entries({ author, member, guest: undefined })) {
        const responses = [];
        for (const address of [buildUploadAddress(id), buildThumbnailAddress(id), buildTinyAddress(id)]) {
          responses.push(await get(address, as), await get(address, as));
        }
        expect(responses.every(([, cache]) => cache === 'MISS')).toBe(true);
        const statuses = [...new Set(responses.map(([status]) => status))];
        expect([[200], [404]]).toContainEqual(statuses);
        if (statuses[0] === 200) visible.push(name);
      }
      return visible;
    };

    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(url)).text())?.[1] ?? '';
    expect(await get(script)).toEqual([200, 'MISS']);
    // nginx stores a response shortly after its last byte is sent.
    await expect.poll(() => get(script)).toEqual([200, 'HIT']);

    expect(await registerReaders()).toEqual(['author']);
    const thread = await createThread(author, 'A castle');
    const post = await reply(author, thread, `![a castle](upload:${id})`);
    const everyone = ['author', 'member', 'guest'];
    expect(await registerReaders()).toEqual(everyone);
    await admin.perform('DELETE', `/forums/posts/${post}`, {});
    expect(await registerReaders()).toEqual(['author']);
    await admin.perform('POST', `/forums/posts/${post}/restore`);
    expect(await registerReaders()).toEqual(everyone);

    const section_id = Number((await admin.perform('POST', '/forums/sections', { name: 'builds' })).id);
    const hideFrom = async (...roles: { id: number }[]) => {
      const flags = { can_view: 0, can_post: 0, can_reply: 0, can_delete_post: 0, can_emoji_react: 0 };
      const entries = roles.map((role) => ({ role_id: role.id, ...flags }));
      await admin.perform('PUT', '/forums/permissions', { section_id, subsection_id: null, entries });
    };
    await hideFrom(memberRole);
    await admin.perform('POST', `/forums/threads/${thread}/move`, { section_id });
    expect(await registerReaders()).toEqual(['author']);
    await hideFrom();
    expect(await registerReaders()).toEqual(everyone);
    await hideFrom(guestRole);
    expect(await registerReaders()).toEqual(['author', 'member']);
    await admin.perform('POST', `/admin/ban/${member.me?.id}`, {});
    expect(await registerReaders()).toEqual(['author']);
    await admin.perform('POST', `/admin/unban/${member.me?.id}`, {});
    await member.logIn('Bram');
    expect(await registerReaders()).toEqual(['author', 'member']);

    await author.perform('PUT', `/forums/posts/${post}`, { content: 'No castle' });
    expect(await registerReaders()).toEqual(['author']);
    await author.perform('PUT', `/forums/posts/${post}`, { content: `![a castle](upload:${id})` });
    expect(await registerReaders()).toEqual(['author', 'member']);
    await admin.perform('DELETE', `/forums/threads/${thread}`, {});
    expect(await registerReaders()).toEqual(['author']);
    await admin.perform('POST', `/forums/threads/${thread}/restore`);
    expect(await registerReaders()).toEqual(['author', 'member']);
    await admin.perform('POST', `/admin/delete/${author.me?.id}`, { texts: true });
    expect(await registerReaders()).toEqual([]);
  },
);
