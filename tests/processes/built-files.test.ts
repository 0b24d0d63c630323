import { readdirSync, readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startServerProcess, createTemporaryFolder, type ServerProcess } from '../support/processes/server-process.js';

const builtFolder = new URL('../../web/dist/', import.meta.url);
const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const manifest = z
  .record(z.string(), chunk)
  .parse(JSON.parse(readFileSync(new URL('.vite/manifest.json', builtFolder), 'utf8')));

describe('built pages', () => {
  it('members load no admin files', () => {
    const isAdminFile = (name: string) => name.startsWith('src/features/admin/');
    const area = 'src/features/admin/admin-area.tsx';
    const membersGo = listChunks(['index.html'], (name) => name !== area);
    expect(membersGo.length).toBeGreaterThan(20);
    expect(membersGo.filter(isAdminFile)).toEqual([]);
    const members = new Set(membersGo.flatMap(listChunkFiles));
    const admins = Object.keys(manifest).filter(isAdminFile).flatMap(listChunkFiles);
    expect(admins.length).toBeGreaterThan(1);
    expect(admins.filter((file) => members.has(file))).toEqual([]);
    // The search above must find this area.
    expect(listChunks(['index.html'], () => true).filter(isAdminFile)).toContain(area);
  });

  it('the bundle does not contain zod, because pages import only the types of wire schemas', () => {
    const zodProperty = '_zod'; // Every schema has this property, and no build renames it.
    const zod = readFileSync(
      fileURLToPath(import.meta.resolve('zod/v4/core')).replace(/index\.c?js$/, 'schemas.js'),
      'utf8',
    );
    expect(zod).toContain(`.${zodProperty}`);
    const scripts = readdirSync(new URL('assets/', builtFolder)).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(20);
    expect(scripts.filter((name) => readBuilt(`assets/${name}`, null).includes(zodProperty))).toEqual([]);
  });

  it('code is highlighted with at most 30 KB, which load only with code', () => {
    const page = buildFiles(['index.html', 'src/features/thread/thread-page.tsx']);
    const files = buildFiles(['src/ui/embeds/highlight.ts']).filter((file) => !page.includes(file));
    expect(files.filter((file) => file.includes('highlight')).length).toBeGreaterThan(1);
    const bytes = files.reduce((sum, file) => sum + readBuilt(file, 'gzip').length, 0);
    expect(bytes).toBeLessThan(30_000);
  });
});

describe('serving built files', () => {
  const folder = createTemporaryFolder();
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServerProcess({ dataDir: folder });
  });
  afterAll(async () => {
    await server.stop();
  });

  it.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['gzip', 'gzip, deflate'],
    [null, 'identity'],
  ] as const)('sends the files as built, %s to a browser that accepts %s', async (encoding, accepted) => {
    for (const file of buildFiles(['index.html', 'src/features/thread/thread-page.tsx'])) {
      const { headers, body } = await fetchRaw(`${server.url}/${file}`, accepted);
      expect(headers['content-encoding'] ?? null, file).toBe(encoding);
      expect(headers['vary']?.toLowerCase(), file).toContain('accept-encoding');
      expect(headers['cache-control'], file).toBe('public, max-age=31536000, immutable');
      expect(headers, file).toMatchObject({ 'x-content-type-options': 'nosniff' });
      expect(headers, 'a policy of documents').not.toHaveProperty('content-security-policy');
      expect(headers['content-type'], file).toContain(file.endsWith('.css') ? 'text/css' : 'text/javascript');
      expect(body.equals(readBuilt(file, encoding)), file).toBe(true);
      expect(decompress(body, encoding).equals(readBuilt(file, null)), file).toBe(true);
    }
  });

  it('sends a range of a built file, and refuses one beyond its end', async () => {
    const [script = ''] = buildFiles(['index.html']);
    for (const file of [script, 'service-worker.js']) {
      const whole = readBuilt(file, 'br');
      const part = await fetchRaw(`${server.url}/${file}`, 'br', { range: 'bytes=2-5' });
      expect([part.status, part.headers['content-encoding']], file).toEqual([206, 'br']);
      expect(part.headers['content-range'], file).toBe(`bytes 2-5/${whole.length}`);
      expect(part.body.equals(whole.subarray(2, 6)), file).toBe(true);
      const beyond = await fetchRaw(`${server.url}/${file}`, 'br', { range: `bytes=${whole.length}-` });
      expect([beyond.status, beyond.headers['content-range']], file).toEqual([416, `bytes */${whole.length}`]);
      const other = await fetchRaw(`${server.url}/${file}`, 'br', { 'if-match': '"other"' });
      expect([other.status, other.headers['content-encoding'], other.body.length], file).toEqual([412, undefined, 0]);
    }
  });

  it('reports missing built files with a clear message', async () => {
    const { status, body } = await fetchRaw(`${server.url}/assets/nothing.js`, 'br');
    expect(status).toBe(404);
    expect(JSON.parse(body.toString())).toHaveProperty('error');
  });
});

function buildFiles(names: string[]): string[] {
  return [...new Set(listChunks(names, () => false).flatMap(listChunkFiles))];
}

const getChunk = (name: string) => chunk.parse(manifest[name]);

function listChunkFiles(name: string): string[] {
  const { file, css } = getChunk(name);
  return [file, ...css];
}

function listChunks(names: string[], follow: (name: string) => boolean): string[] {
  const foundFiles = new Set<string>();
  const addFile = (name: string) => {
    if (foundFiles.has(name)) return;
    foundFiles.add(name);
    const { imports, dynamicImports } = getChunk(name);
    imports.forEach(addFile);
    dynamicImports.filter(follow).forEach(addFile);
  };
  names.forEach(addFile);
  return [...foundFiles];
}

const endings = { br: '.br', gzip: '.gz' } as const;

function readBuilt(file: string, encoding: keyof typeof endings | null): Buffer {
  return readFileSync(new URL(encoding ? file + endings[encoding] : file, builtFolder));
}

function decompress(body: Buffer, encoding: keyof typeof endings | null): Buffer {
  if (encoding === null) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}

async function fetchRaw(url: string, accepted: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': accepted, ...headers } }, resolve)
      .on('error', reject)
      .end();
  });
  const body = Buffer.concat((await response.toArray()) as Buffer[]);
  return { status: response.statusCode, headers: response.headers, body };
}
