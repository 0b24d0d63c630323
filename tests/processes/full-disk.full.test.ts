import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportNotRun } from '../not-run.js';
import { createThread, registerPerson, registerUnverified, type Person } from '../support/site/member.js';
import { findFilesContaining } from '../support/processes/byte-search.js';
import { createLedger, buildReply, readReplies, send } from '../support/processes/posting.js';
import { startServerProcess, createTemporaryFolder, type ServerProcess } from '../support/processes/server-process.js';
import { verifyViews } from '../support/processes/verify-views.js';

const mountCommand = [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'mount -t tmpfs -o size=24m guildhall "$DATA_DIR" && exec "$@"',
  'sh',
];

function mayMount(): boolean {
  const [command = '', ...words] = mountCommand;
  const folder = createTemporaryFolder();
  const { status } = spawnSync(command, [...words, 'true'], { env: { ...process.env, DATA_DIR: folder } });
  if (status !== 0) reportNotRun('a full disk: a process may not mount a disk of its own here');
  return status === 0;
}

describe.skipIf(!mayMount())('full disk', () => {
  let folder: string;
  let server: ServerProcess;
  beforeEach(() => {
    folder = createTemporaryFolder();
  });
  afterEach(async () => {
    await server.kill();
  });

  it('rejects writes with 503 or 507 on a full disk, serves reads, and loses nothing', async () => {
    server = await startServerProcess({ dataDir: folder, under: mountCommand });
    const dataDir = join(`/proc/${server.child.pid}/root`, folder);
    const anna = await registerPerson({ ...server, dataDir }, 'Anna');
    const thread = await createThread(anna, 'A full disk');
    const ledger = createLedger();
    for (let n = 0; n < 5; n++) await send(ledger, buildReply(anna, thread));
    // The server already shows the newest reply, although its transaction commits a little later.
    const fifth = String(deriveAggregateId(ledger.acknowledged[4]?.commandId ?? ''));
    await expect.poll(() => findFilesContaining(dataDir, [fifth])).toContain('views-1.db-wal');

    const filler = join(dataDir, 'filler');
    fill(filler);
    // Some replies still succeed because the files contain free pages.
    for (let n = 0; n < 2_000 && ledger.refused.length < 20; n++) await send(ledger, buildReply(anna, thread));
    expect(ledger.refused.length).toBe(20);
    expect([503, 507]).toEqual(expect.arrayContaining([...new Set(ledger.refused.map(({ status }) => status))]));
    // Once the views can be written again, they show replies that the log has accepted since then.
    expect((await readReplies(anna, thread)).length).toBeGreaterThanOrEqual(5);
    const registration = await registerUnverified(server, 'Bram').then(
      () => 201,
      (error: Error) => Number(/: (\d+) /.exec(error.message)?.[1]),
    );
    expect([201, 503, 507]).toContain(registration);

    rmSync(filler);
    const refusedReplies = ledger.refused.splice(0);
    await vi.waitFor(async () => {
      for (const { reply } of refusedReplies.splice(0)) await send(ledger, reply);
      refusedReplies.push(...ledger.refused.splice(0));
      expect(refusedReplies).toEqual([]);
    }, 30_000);
    await expectShown(anna, thread, ledger.acknowledged.length);
    expect(await verifyViews(anna)).toBe('No difference.');
    expect(await server.stop()).toBe(0);
  });
});

async function expectShown(reader: Person, thread: number, replies: number): Promise<void> {
  await vi.waitFor(async () => expect(await readReplies(reader, thread)).toHaveLength(replies), 30_000);
}

function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const bytes of [1024 * 1024, 4096, 1]) writeUntilFull(file, Buffer.alloc(bytes));
  } finally {
    closeSync(file);
  }
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
