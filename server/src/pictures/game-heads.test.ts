import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linkAccount } from '../testing/games/link-account.js';
import { createPictureFile } from '../testing/picture-files.js';
import { addMember, makeAdmin, testContext, testServer } from '../testing/services.js';
import { GameHeads } from './game-heads.js';

const hourMs = 3_600_000;
const now = Date.now();

describe("players' faces from the configured service", () => {
  const site = testServer();
  let service: Server;
  let url: string;
  let requests: string[];
  let respond: () => { status: number; body: Uint8Array };
  let heads: GameHeads;
  let accountId: number;
  let userId: number;
  let adminId: number;

  beforeEach(async () => {
    const picture = await createPictureFile('png', 8, 8);
    requests = [];
    respond = () => ({ status: 200, body: picture });
    service = createServer((request, response) => {
      requests.push(request.url ?? '');
      const { status, body } = respond();
      response.writeHead(status, { 'content-type': 'image/png' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/faces`;
    const { services } = site;
    const admin = await addMember(services, 'Alex');
    adminId = admin.id;
    await makeAdmin(services, adminId);
    await setUrl(`${url}/`, adminId);
    userId = (await addMember(services, 'Steve')).id;
    accountId = await linkAccount(services, userId);
    heads = new GameHeads({ ...services, env: { allowPrivatePush: true } });
  });
  afterEach(() => void service.close());

  async function setUrl(headsUrl: string, adminId: number): Promise<void> {
    const { commands, policy } = site.services;
    await commands.settings({ type: 'ChangeSettings', changes: { headsUrl } }, policy.getActor(adminId), testContext());
  }

  test("requests a player's face once a day by UUID and stores it as a small WebP picture", async () => {
    const [first, second] = await Promise.all([heads.read(accountId, now), heads.read(accountId, now)]);
    expect(await sharp(first ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 });
    expect(second).toEqual(first);
    expect(await heads.read(accountId, now + 23 * hourMs)).toEqual(first);
    const account = (await site.services.gameAccounts.describe([accountId])).get(accountId);
    expect(requests).toEqual([`/faces/${account?.uuid}`]);
    expect(await heads.read(accountId, now + 24 * hourMs)).toEqual(first);
    await expect.poll(() => requests).toHaveLength(2);
  });

  test('faces remain while the service fails, and are requested again after an hour', async () => {
    const firstHead = await heads.read(accountId, now);
    respond = () => ({ status: 503, body: new Uint8Array() });
    const later = now + 25 * hourMs;
    const isFailed = async () => (await site.services.vault.findGameHead(accountId))?.failed;
    expect(await heads.read(accountId, later)).toEqual(firstHead);
    await expect.poll(isFailed).toBe(true);
    expect(await heads.read(accountId, later + 59 * 60_000)).toEqual(firstHead);
    expect(requests).toHaveLength(2);
    expect(await heads.read(accountId, later + hourMs)).toEqual(firstHead);
    await expect.poll(() => requests).toHaveLength(3);
  });

  test.each([
    ['an error', () => ({ status: 404, body: new Uint8Array() })],
    ['a redirect', () => ({ status: 302, body: new Uint8Array() })],
    ['something that is not a picture', () => ({ status: 200, body: Buffer.from('<svg/>') })],
    ['too many bytes', () => ({ status: 200, body: new Uint8Array(300 * 1_024) })],
  ])('a player has no face if the service responds with %s', async (_, response) => {
    respond = response;
    expect(await heads.read(accountId, now)).toBeNull();
    expect(await heads.read(accountId, now)).toBeNull();
    expect(requests).toHaveLength(1);
  });

  test('shows only faces from the configured service, and none without a service', async () => {
    await heads.read(accountId, now);
    respond = () => ({ status: 404, body: new Uint8Array() });
    await setUrl(`${url}/other`, adminId);
    expect(await heads.read(accountId, now)).toBeNull();
    await setUrl('', adminId);
    expect(await heads.read(accountId, now)).toBeNull();
    expect(requests).toHaveLength(2);
  });

  test('never requests a face from a private address', async () => {
    const strict = new GameHeads({ ...site.services, env: { allowPrivatePush: false } });
    expect(await strict.read(accountId, now)).toBeNull();
    expect(requests).toEqual([]);
  });

  test('only linked accounts have faces, which are erased with the member', async () => {
    expect(await heads.read(accountId + 1, now)).toBeNull();
    await heads.read(accountId, now);
    const context = testContext(String(userId));
    const { accountErasure, policy, vault } = site.services;
    await accountErasure.erase({ userId, texts: false }, policy.getActor(userId), context);
    expect([await vault.findGameHead(accountId), await heads.read(accountId, now)]).toEqual([null, null]);
  });
});
