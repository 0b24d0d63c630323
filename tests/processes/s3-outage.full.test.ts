import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { createBucket, findS3Server } from '@guildhall/server/testing/s3-server.js';
import { buildThumbnailAddress, buildUploadAddress } from '@guildhall/domain/uploads.js';
import { afterEach, describe, expect, it } from 'vitest';
import { findFreePort, createFreshSite } from '../support/processes/server-process.js';
import { createThread, registerPerson, reply } from '../support/site/member.js';
import { buildPictureForm } from '../support/site/uploaded-picture.js';

const s3Server = findS3Server();

/** A relay can be stopped, unlike the S3 server that tests share. */
class Relay {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;

  constructor(
    readonly port: number,
    private readonly target: URL,
  ) {}

  async start(): Promise<void> {
    this.server = createServer((socket) => {
      const other = createConnection(Number(this.target.port), this.target.hostname);
      for (const connection of [socket, other]) {
        this.sockets.add(connection);
        connection.on('error', () => undefined).on('close', () => void (socket.destroy(), other.destroy()));
      }
      socket.pipe(other).pipe(socket);
    });
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
  }

  stop(): void {
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }
}

describe.skipIf(s3Server === null)('a site whose S3 server is down', () => {
  const site = createFreshSite();
  let relay: Relay;
  afterEach(() => relay.stop());

  it('starts and serves texts, and serves pictures once the S3 server is back', async () => {
    const { url, accessKey, secretKey, bucket } = await createBucket(s3Server!);
    relay = new Relay(await findFreePort(), new URL(url));
    const server = await site.start({
      S3_URL: `http://127.0.0.1:${relay.port}`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    });
    const readReady = async () => (await (await fetch(`${server.url}/ready`)).json()) as object;
    expect(await readReady()).toMatchObject({ status: 'degraded', files: 'FilesUnavailable', vault: 'ok' });
    const anna = await registerPerson(server, 'Anna');
    const thread = await createThread(anna, 'Without pictures');
    const upload = async () => anna.call('POST', '/uploads', await buildPictureForm(80, 60));
    const refused = await upload();
    expect([refused.status, refused.body]).toMatchObject([503, { code: 'unavailable' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

    await relay.start();
    await expect.poll(async () => (await upload()).status).toBe(201);
    await expect.poll(readReady).toMatchObject({ status: 'ok', files: 'ok' });
    const id = String(((await upload()).body as { id: string }).id);
    await reply(anna, thread, `![](upload:${id})`);
    const pictures = [buildUploadAddress(id), buildThumbnailAddress(id)];
    const listResponses = () => Promise.all(pictures.map((address) => fetch(server.url + address)));
    expect((await listResponses()).map(({ status }) => status)).toEqual([200, 200]);

    relay.stop();
    for (const response of await listResponses()) {
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(response.headers.get('cache-control')).toMatch(/no-store/);
    }
    expect((await fetch(`${server.url}/forums/thread/${thread}`)).status).toBe(200);
    await relay.start();
    await expect.poll(async () => (await listResponses()).map(({ status }) => status)).toEqual([200, 200]);
  });
});
