import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { expect, onTestFinished, test } from 'vitest';
import { reportNotRun } from '../not-run.js';
import { startConnection } from '../support/live/live-connection.js';
import { createTemporaryFolder } from '../support/processes/server-process.js';
import { testSite } from '../support/site/site.js';

const site = testSite({ live: {} });
const installTimeoutMs = 5 * 60_000;
const getProgramPath = (name: string) => fileURLToPath(new URL(`live/${name}`, import.meta.url));

interface State {
  reads: number;
  connects: number;
  caughtUp: boolean;
  rows: PostRow[];
}

/** @returns the path of a Python with the client's libraries @throws if they cannot be installed */
async function installPython(): Promise<string> {
  const folder = createTemporaryFolder();
  const install = (path: string, args: string[]) =>
    promisify(execFile)(path, args, { cwd: folder, timeout: installTimeoutMs });
  await install('python3', ['-m', 'venv', 'venv']);
  await install('venv/bin/pip', ['install', '--quiet', '--requirement', getProgramPath('requirements.txt')]);
  return join(folder, 'venv/bin/python');
}

function follow(python: string, url: string, thread: number): () => State | null {
  let state: State | null = null;
  const client = spawn(python, [getProgramPath('follow_thread.py'), url, String(thread)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface(client.stdout).on('line', (line) => (state = JSON.parse(line) as State));
  onTestFinished(async () => {
    client.kill();
    await once(client, 'close');
  });
  return () => state;
}

test(
  "a Python client holds a thread's rows after four disconnections",
  { timeout: 2 * installTimeoutMs },
  async ({ skip }) => {
    let python = '';
    try {
      python = await installPython();
    } catch (error) {
      reportNotRun(`the live client in Python: ${(error as Error).message.split('\n')[0]}`);
      skip();
    }
    const thread = await site.createThread();
    const [edited, deleted] = [await site.createReply(thread), await site.createReply(thread)];
    const reply = { thread_id: thread, reply_to: deleted, content: 'An answer' };
    await site.perform('POST', '/forums/posts', reply, { as: site.other });
    const connection = await startConnection(Number(new URL(site.url).port));
    onTestFinished(() => connection.end());
    const stateOf = follow(python, connection.url, thread);

    const waitUntilRowsMatch = async (connects: number) => {
      const rows = await site.get<PostRow[]>(`/forums/posts/${thread}`);
      await expect.poll(stateOf).toEqual({ reads: 1, connects, caughtUp: true, rows });
    };
    const edit = () => site.perform('PUT', `/forums/posts/${edited}`, { content: 'Other words' }, { as: site.member });
    const remove = () => site.perform('DELETE', `/forums/posts/${deleted}`, undefined, { as: site.admin });
    const write = () => site.createReply(thread);
    await waitUntilRowsMatch(1);
    for (const [cuts, change] of [write, edit, remove, write].entries()) {
      await write();
      await waitUntilRowsMatch(cuts + 1);
      await connection.cut();
      await change();
      await connection.restore();
      await waitUntilRowsMatch(cuts + 2);
    }
    expect(stateOf()?.rows.map(({ id, content }) => [id, content])).toContainEqual([edited, 'Other words']);
    expect(stateOf()?.rows.map(({ id }) => id)).not.toContain(deleted);
  },
);
