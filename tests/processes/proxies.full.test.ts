import { join } from 'node:path';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { TestListener } from '@guildhall/server/testing/test-listener.js';
import { afterEach, describe, expect, it } from 'vitest';
import {
  acceptSelfSignedCertificates,
  isInstalled,
  startProxy,
  readStatus,
  type ReverseProxy,
} from '../support/processes/reverse-proxy.js';
import {
  findFreePort,
  startServerProcess,
  createTemporaryFolder,
  type ServerProcess,
} from '../support/processes/server-process.js';
import { createThread, getPassword, Person, registerPerson, reply } from '../support/site/member.js';

acceptSelfSignedCertificates();

/** Encodings and protocols that clients offer. */
const offers = [
  ['/api/forums/sections', 'h2c'],
  ['/api/forums/sections', 'websocket'],
  ['/api/me', 'TLS/1.0, HTTP/2.0'],
] as const;

describe.each(['nginx', 'Caddy'] as const)('proxy %s with the documented configuration', (name) => {
  let server: ServerProcess | undefined;
  let proxy: ReverseProxy | undefined;
  afterEach(async () => {
    await proxy?.stop();
    await server?.kill();
  });

  it.skipIf(!isInstalled(name))(
    "registrations, logins, uploads and connections use each visitor's own address",
    async () => {
      const folder = createTemporaryFolder();
      const port = await findFreePort();
      const env = { PUBLIC_URL: `https://localhost:${port}`, RATE_LIMITS: 'on' };
      server = await startServerProcess({ dataDir: join(folder, 'data'), env });
      proxy = await startProxy(name, port, server.port, join(folder, 'proxy'));
      const { url } = proxy;
      const at = { url, dataDir: server.dataDir };

      const anna = await registerPerson(at, 'Anna');
      expect(anna.cookie).toMatch(/^guildhall=/);
      await uploadPicture(anna);
      const thread = await createThread(anna, 'Behind a proxy');
      const position = (await anna.call('GET', '/forums/recent')).headers.get('guildhall-position') ?? '';
      const bram = await TestListener.open(url, { anyCertificate: true });
      await bram.listen(`thread:${thread}`, position);
      await reply(anna, thread, 'Hello from behind');
      await bram.waitForReply(`thread:${thread}`, 'Hello from behind');
      bram.close();

      for (const [path, upgrade] of offers) {
        const headers = {
          connection: 'Upgrade, HTTP2-Settings',
          'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
          upgrade,
        };
        expect([path, upgrade, await readStatus('127.0.0.1', 'GET', `${url}${path}`, undefined, headers)]).toEqual([
          path,
          upgrade,
          200,
        ]);
        const body = { email_or_username: 'Anna', password: getPassword('Anna') };
        const login = `${url}/api/login`;
        expect(await readStatus('127.0.0.1', 'POST', login, body, { origin: url, ...headers })).toBe(200);
      }

      // Ten wrong passwords exhaust the limit of one address, and a forged header does not change the address.
      const guess = (address: string, headers?: Record<string, string>) => {
        const body = { email_or_username: 'Anna', password: 'a guess' };
        return readStatus(address, 'POST', `${url}/api/login`, body, { origin: url, ...headers });
      };
      for (let n = 0; n < 10; n++) expect(await guess('127.0.0.2')).toBe(401);
      expect(await guess('127.0.0.2')).toBe(429);
      expect(await guess('127.0.0.2', { 'x-forwarded-for': '198.51.100.7' })).toBe(429);
      expect(await guess('127.0.0.3')).toBe(401);
      expect((await new Person(url).logIn('Anna', getPassword('Anna'))).status).toBe(200);
    },
  );
});

/** Uploads a picture that exceeds the nginx default limit. */
async function uploadPicture({ url, cookie }: Person): Promise<void> {
  const file = await createPictureFile('png', 1_000, 1_000, 'noise');
  expect(file.length).toBeGreaterThan(2 ** 20);
  const body = new FormData();
  body.set('avatar', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'me.png');
  const response = await fetch(`${url}/api/account/avatar`, { method: 'POST', body, headers: { cookie, origin: url } });
  expect(response.status).toBe(200);
  const { avatar_url } = (await response.json()) as { avatar_url: string };
  const picture = await fetch(new URL(avatar_url, url));
  expect(picture.headers.get('content-type')).toBe('image/webp');
}
