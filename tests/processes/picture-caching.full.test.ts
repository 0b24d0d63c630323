import { join } from 'node:path';
import { thumbnailAddress, uploadAddress } from '@guildhall/domain/uploads.js';
import { afterEach, expect, it } from 'vitest';
import {
  acceptSelfSignedCertificates,
  cacheZone,
  isInstalled,
  startProxy,
  type ReverseProxy,
} from '../support/processes/reverse-proxy.js';
import {
  freePort,
  startServerProcess,
  temporaryFolder,
  type ServerProcess,
} from '../support/processes/server-process.js';
import { newThread, registered, reply, type Person } from '../support/site/member.js';
import { uploadedPicture } from '../support/site/uploaded-picture.js';

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
    const folder = temporaryFolder();
    const port = await freePort();
    server = await startServerProcess({
      dataDir: join(folder, 'data'),
      env: { PUBLIC_URL: `https://localhost:${port}` },
    });
    proxy = await startProxy('nginx', port, server.port, join(folder, 'proxy'), locationRules);
    const { url } = proxy;
    const author = await registered({ url, dataDir: server.dataDir }, 'Anna');
    const member = await registered({ url, dataDir: server.dataDir }, 'Bram');
    const id = await uploadedPicture(author, 800, 600);
    const get = async (path: string, as?: Person) => {
      const response = await fetch(url + path, as && { headers: { cookie: as.cookie } });
      return [response.status, response.headers.get('x-cache')];
    };
    const accessOf = async (as?: Person) => {
      const responses = [];
      for (const address of [uploadAddress(id), thumbnailAddress(id)]) {
        responses.push(await get(address, as), await get(address, as));
      }
      expect(responses.every(([, cache]) => cache === 'MISS')).toBe(true);
      return new Set(responses.map(([status]) => status));
    };

    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(url)).text())?.[1] ?? '';
    expect([await get(script), await get(script)]).toEqual([
      [200, 'MISS'],
      [200, 'HIT'],
    ]);

    expect([await accessOf(author), await accessOf(member), await accessOf()]).toEqual([
      new Set([200]),
      new Set([404]),
      new Set([404]),
    ]);
    const thread = await newThread(author, 'A castle');
    const post = await reply(author, thread, `![a castle](upload:${id})`);
    expect([await accessOf(author), await accessOf(member), await accessOf()]).toEqual([
      new Set([200]),
      new Set([200]),
      new Set([200]),
    ]);
    await author.done('DELETE', `/forums/posts/${post}`);
    expect([await accessOf(author), await accessOf(member), await accessOf()]).toEqual([
      new Set([200]),
      new Set([404]),
      new Set([404]),
    ]);
  },
);
