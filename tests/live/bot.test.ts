import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { expect, onTestFinished, test } from 'vitest';
import { testSite } from '../support/site/site.js';

const site = testSite({ live: {} });
const maxLinesOfCode = 40;

const [, bot = ''] =
  /## A bot[^]*?```js\n([^]*?)```/.exec(readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')) ?? [];

function startBot(section: number, key: string): ChildProcess {
  // The file must be inside the repository to find its packages.
  const file = fileURLToPath(new URL(`../../node_modules/.bot-${process.pid}.mjs`, import.meta.url));
  writeFileSync(file, bot);
  const env = { ...process.env, SITE: site.url, SECTION: String(section), KEY: key, GREETING: 'Hello' };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'inherit', 'pipe'] });
  onTestFinished(async () => {
    if (child.kill()) await once(child, 'close');
    rmSync(file);
  });
  return child;
}

test('the documented bot replies once to each thread in its section', async () => {
  expect(bot.split('\n').filter(Boolean).length).toBeLessThanOrEqual(maxLinesOfCode);
  const section = await site.createSection();
  const old = await site.createThread(site.member, { section_id: section });
  const answeredThread = await site.createThread(site.member, { section_id: section });
  await site.createReply(answeredThread);
  const scopes = ['read', 'write:forum'];
  const body = { name: 'Greeter', role_id: memberRole.id, scopes };
  const { key } = (await site.perform('POST', '/admin/keys', body, { as: site.admin })) as unknown as { key: string };
  startBot(section, key);
  const readReplyCounts = async () => {
    const threads = await site.get<ThreadSummary[]>(`/forums/threads?section_id=${section}`);
    return Object.fromEntries(threads.map(({ id, reply_count, last_username }) => [id, [reply_count, last_username]]));
  };
  const greeting = [1, 'Program Greeter'];
  await expect.poll(readReplyCounts).toEqual({ [old]: greeting, [answeredThread]: [1, 'Steve'] });
  const addedThread = await site.createThread(site.member, { section_id: section });
  await expect
    .poll(readReplyCounts)
    .toEqual({ [old]: greeting, [answeredThread]: [1, 'Steve'], [addedThread]: greeting });
});

test('the documented bot ends with the reason if its key is refused', async () => {
  const child = startBot(1, 'unknown');
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect([code, output]).toEqual([1, expect.stringContaining('The connection is refused: key-invalid')]);
});
