import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { positionHeader } from '@guildhall/domain/wire/headers.js';
import type { SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import { TestListener } from '@guildhall/server/testing/test-listener.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runGuildhall } from '../support/processes/command-line.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';
import { readReplies } from '../support/processes/posting.js';
import { createFreshSite } from '../support/processes/server-process.js';

const manyReplies = 20;
const site = createFreshSite();
let anna: Person;
let thread: number;

beforeEach(async () => {
  anna = await registerPerson(await site.start(), 'Anna');
  thread = await createThread(anna, 'To be restored');
});

const buildPath = (name: string) => join(site.dataDir, name);
const listTexts = async () => (await readReplies(anna, thread)).map(({ content }) => content);

async function write(word: string): Promise<string[]> {
  const newTexts = Array.from({ length: manyReplies }, (_, n) => `${word} ${n}`);
  for (const text of newTexts) await reply(anna, thread, text);
  return newTexts;
}

async function waitForMatches(word: string, expectedMatches = manyReplies): Promise<void> {
  const search = async () => (await anna.call('GET', `/search?q=${word}&kind=post&limit=100`)).body as SearchResponse;
  await vi.waitFor(async () => expect((await search()).results).toHaveLength(expectedMatches));
}

async function expectNoDifference(): Promise<void> {
  expect((await runGuildhall(['verify'], site)).output).toMatch(/\nNo difference\.\n$/);
}

describe('log restored from a backup under newer views', () => {
  let firstTexts: string[];
  /** The position of an open page whose replies will be lost. */
  let position: string;

  beforeEach(async () => {
    firstTexts = await write('kept');
    await site.server?.stop();
    copyFileSync(buildPath('log.db'), buildPath('backup'));
    await site.start();
    await write('lost');
    await waitForMatches('lost');
    position = (await anna.call('GET', `/forums/posts/${thread}`)).headers.get(positionHeader) ?? '';
    await site.server?.stop();
    restore();
  });

  function restore(): void {
    copyFileSync(buildPath('backup'), buildPath('log.db'));
    for (const suffix of ['-wal', '-shm']) rmSync(buildPath(`log.db${suffix}`), { force: true });
  }

  async function expectNothingOfLost(all: string[]): Promise<void> {
    expect(await listTexts()).toEqual(all);
    expect((await anna.call('GET', `/forums/threads/${thread}`)).body).toMatchObject({ reply_count: all.length });
    await waitForMatches('kept');
    await waitForMatches('lost', 0);
    await expectNoDifference();
  }

  it('shows the restored log, accepts new replies and reloads old pages', async () => {
    await site.start();
    expect(site.server?.output()).toContain('was an older backup restored?');
    await expectNothingOfLost(firstTexts);
    const otherTexts = await write('other');
    await waitForMatches('other');
    await expectNothingOfLost([...firstTexts, ...otherTexts]);
    const listener = await TestListener.open(site.server!.url);
    expect(await listener.join(`thread:${thread}`, position)).toBe('joined');
    await listener.waitForResync(`thread:${thread}`);
    listener.close();
  });

  it("shows the restored log even if new writes have passed the views' checkpoint", async () => {
    const asideFolder = buildPath('aside');
    const move = (from: string, to: string) => {
      mkdirSync(to, { recursive: true });
      for (const name of readdirSync(from).filter((fileName) => /^(views|search)/.test(fileName))) {
        renameSync(join(from, name), join(to, name));
      }
    };
    move(site.dataDir, asideFolder);
    await site.start();
    const otherTexts = [...(await write('other')), ...(await write('more'))];
    await site.server?.stop();
    for (const name of readdirSync(site.dataDir).filter((fileName) => /^(views|search)/.test(fileName)))
      rmSync(buildPath(name));
    move(asideFolder, site.dataDir);
    await site.start();
    await waitForMatches('other');
    await expectNothingOfLost([...firstTexts, ...otherTexts]);
  });
});

it('rebuilds views and an index whose files are not databases', async () => {
  const keptTexts = await write('kept');
  await site.server?.stop();
  for (const name of ['views-1.db', 'search.db']) writeFileSync(buildPath(name), 'no database '.repeat(5_000));
  await site.start();
  expect(site.server?.output()).toMatch(/views-1\.db is damaged \(.*\); it was renamed to .*views-1\.db\.damaged/);
  expect(await listTexts()).toEqual(keptTexts);
  await waitForMatches('kept');
  await expectNoDifference();
});
