import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadResponse, UploadsResponse } from '@guildhall/domain/wire/schemas/members/uploads.js';
import { expect, onTestFinished } from 'vitest';
import { registerCrowd } from './killed-sites.js';
import { samplePictures, type Variants } from './sample-pictures.js';
import type { UploadSite } from './upload-sites.js';
import { computeHeldMs, measure, measuredImport } from '../measuring/measure.js';
import { findFreePort, startServerProcess, createTemporaryFolder, type ServerProcess } from '../server-process.js';
import { exchange, type HttpResponse } from '../../site/exchange.js';
import type { Person } from '../../site/member.js';
import { buildMultipartBody, multipartHeaders } from '../../site/multipart.js';

const members = 20;
const kills = 2;
const maxMemoryMib = 500;
const memberMb = 1_000;
const responseTimeoutMs = 600_000;
/** The environment that the Dockerfile sets. */
const env = {
  NODE_OPTIONS: `--max-semi-space-size=8 --max-old-space-size=1024 ${measuredImport}`,
  MALLOC_MMAP_THRESHOLD_: '1048576',
};

interface AcknowledgedUpload extends UploadResponse {
  owner: Person;
  hash: string;
}

interface Measures {
  heldMs: number;
  delayMs: number;
  idleDelayMs: number;
  heldCpuMs: number;
  peakMib: number;
}

/**
 * Twenty members upload pictures while the server is killed and restarted twice, and retry requests that got no
 * response. `maxHeldMs` bounds the CPU time for which the event loop is blocked.
 */
export async function killWhileUploading(count: number, uploadSite: UploadSite, maxHeldMs: number): Promise<void> {
  const site = await MeasuredSite.start(uploadSite);
  const pictureOf = await samplePictures();
  onTestFinished(() => site.close());
  const people = await registerCrowd(site.server, members);
  await people.admins[0]?.perform('PUT', '/admin/settings', { upload_member_mb: memberMb });
  await site.resetMeasures();
  const acknowledgedUploads: AcknowledgedUpload[] = [];
  const uploads = Promise.all(
    people.members.map(async (owner, ownerIndex) => {
      for (let n = ownerIndex; n < count; n += members)
        acknowledgedUploads.push(await upload(site, owner, pictureOf, n));
    }),
  );
  for (let kill = 1; kill <= kills; kill++) {
    const killPoint = (kill * count) / (kills + 1);
    await Promise.race([uploads, waitUntil(() => acknowledgedUploads.length >= killPoint)]);
    await site.killAndRestart();
  }
  await uploads;
  await site.measure();
  console.log(`${count} pictures: ${JSON.stringify({ ...site.measures, unanswered: site.unanswered })}`);
  expect(site.unanswered, 'uploads that a kill interrupted').toBeGreaterThan(0);
  await site.killAndRestart();
  await expectEachOnce(site, people.members, acknowledgedUploads, count);
  for (const { heldMs, peakMib } of site.measures) {
    expect(heldMs, 'time that the event loop was blocked').toBeLessThan(maxHeldMs);
    expect(peakMib, 'peak memory').toBeLessThan(maxMemoryMib);
  }
}

class MeasuredSite {
  readonly measures: Measures[] = [];
  unanswered = 0;
  private restarting: Promise<void> = Promise.resolve();

  static async start(uploadSite: UploadSite): Promise<MeasuredSite> {
    const idle = await startServerProcess({ dataDir: createTemporaryFolder(), env });
    const site = new MeasuredSite(uploadSite, await findFreePort(), idle);
    await site.startServer();
    return site;
  }

  server!: ServerProcess;

  private constructor(
    readonly uploadSite: UploadSite,
    private readonly port: number,
    private readonly idle: ServerProcess,
  ) {}

  async resetMeasures(): Promise<void> {
    await Promise.all([measure(this.server), measure(this.idle)]);
  }

  async measure(): Promise<void> {
    const [busy, idle] = await Promise.all([measure(this.server), measure(this.idle)]);
    const { delayMs, heldCpuMs } = busy;
    const peakMib = readPeakMib(this.server);
    this.measures.push({ heldMs: computeHeldMs(busy, idle), delayMs, idleDelayMs: idle.delayMs, heldCpuMs, peakMib });
  }

  async killAndRestart(): Promise<void> {
    await this.measure();
    this.restarting = this.server.kill().then(() => this.startServer());
    await this.restarting;
  }

  /** Sends the request again with the same key until a response arrives. */
  async send(owner: Person, method: string, path: string, body?: Buffer): Promise<HttpResponse> {
    const key = randomUUID();
    const headers = { cookie: owner.cookie, origin: this.server.url, 'idempotency-key': key, ...multipartHeaders };
    for (;;) {
      const sent = { method, path, headers, ...(body && { body }) };
      const response = await exchange(this.server.url, sent, responseTimeoutMs).catch(() => null);
      if (response && response.status !== 429 && response.status !== 503) return response;
      if (!response && method === 'POST') this.unanswered++;
      await this.restarting;
      await sleep(50);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.server.kill(), this.idle.kill()]);
    await this.uploadSite.close();
  }

  private async startServer(): Promise<void> {
    this.server = await this.uploadSite.startServer(this.port, env);
    await this.resetMeasures();
  }
}

async function upload(site: MeasuredSite, owner: Person, pictureOf: Variants, n: number): Promise<AcknowledgedUpload> {
  const body = buildMultipartBody({ field: 'file', bytes: pictureOf(n) });
  const response = await site.send(owner, 'POST', '/api/uploads', body);
  expect(response.status, response.text).toBe(201);
  const picture = response.json as UploadResponse;
  return { ...picture, owner, hash: await readHash(site, owner, picture) };
}

async function readHash(site: MeasuredSite, owner: Person, { url, bytes }: UploadResponse): Promise<string> {
  const response = await site.send(owner, 'GET', url);
  expect([response.status, response.bytes.length]).toEqual([200, bytes]);
  return createHash('sha256').update(response.bytes).digest('hex');
}

async function expectEachOnce(
  site: MeasuredSite,
  owners: readonly Person[],
  acknowledged: readonly AcknowledgedUpload[],
  count: number,
): Promise<void> {
  expect(new Set(acknowledged.map(({ id }) => id)).size, 'different pictures').toBe(count);
  for (const picture of acknowledged) expect(await readHash(site, picture.owner, picture)).toBe(picture.hash);
  const records = await site.uploadSite.listRecords();
  expect(records.map(({ id }) => id).sort()).toEqual(acknowledged.map(({ id }) => id).sort());
  const names = records.flatMap(({ ownerId, salt }) => {
    const name = `${ownerId}/${createHash('sha256').update(Buffer.from(salt, 'hex')).digest('hex')}`;
    return [name, `${name}-small`];
  });
  const storedNames = await site.uploadSite.listStoredNames();
  expect(storedNames.sort(), 'nothing without a record remains').toEqual(names.sort());
  for (const owner of owners) {
    const own = records.filter(({ ownerId }) => ownerId === owner.me?.id);
    const { used_bytes, uploads } = (await owner.call('GET', '/uploads?limit=100')).body as UploadsResponse;
    expect(uploads.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort());
    expect(used_bytes).toBe(own.reduce((sum, { storedBytes }) => sum + storedBytes, 0));
  }
}

/** Unlike `maxRSS`, this excludes the memory of the process that started the server. */
function readPeakMib({ child }: ServerProcess): number {
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1_024;
}

async function waitUntil(isReached: () => boolean): Promise<void> {
  while (!isReached()) await sleep(5);
}
