import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getEmail, createThread, getPassword, Person, registerPerson } from '../support/site/member.js';
import { createLedger, buildReply, readReplies, send } from '../support/processes/posting.js';
import { startServerProcess, createTemporaryFolder, type ServerProcess } from '../support/processes/server-process.js';
import {
  parseCalls,
  buildFailingSyncs,
  canTrace,
  buildTraceCommand,
  type SystemCall,
} from '../support/processes/measuring/strace.js';
import { findResponses } from '../support/processes/measuring/traced-responses.js';
import { verifyViews } from '../support/processes/verify-views.js';

// Depending on its build, SQLite calls fsync or fdatasync.
const missingProof = 'the proof that the disk is synced before each response';

describe.skipIf(!canTrace(missingProof))('syncing to disk before the response', () => {
  let folder: string;
  let path: string;
  let trace: string;
  let server: ServerProcess | undefined;

  beforeEach(() => {
    folder = createTemporaryFolder();
    path = join(realpathSync(folder), 'data');
    trace = join(folder, 'trace');
  });

  afterEach(() => end('SIGKILL'));

  const start = async (under?: string[]) => {
    try {
      return (server = await startServerProcess({ dataDir: path, under }));
    } catch (error) {
      signalServer('SIGKILL'); // Killing only strace would leave the server running.
      throw error;
    }
  };

  /** Waits until strace has observed the server's exit. */
  const end = async (signal: NodeJS.Signals) => {
    if (!server) return;
    const exit = once(server.child, 'exit');
    server = undefined;
    signalServer(signal);
    await exit;
  };

  const signalServer = (signal: NodeJS.Signals) => {
    process.kill(Number(readFileSync(join(path, 'log.db.pid'), 'utf8')), signal);
  };

  it('syncs a reply, a thread, a registration and a login before responding', async () => {
    const server = await start(buildTraceCommand(trace));
    const anna = await registerPerson(server, 'Anna');
    const thread = await createThread(anna, 'Is it on the disk?');
    const [alone, crowd] = [createLedger(), createLedger()];
    for (let round = 0; round < 10; round++) await send(alone, buildReply(anna, thread));
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 8 }, () => send(crowd, buildReply(anna, thread))));
    }
    await end('SIGTERM');

    const [log, vault] = [join(path, 'log.db-wal'), join(path, 'vault.db-wal')];
    const responses = findResponses(parseCalls(trace), [log, vault]);
    const listResponses = (request: string) => responses.filter((response) => response.request === request);
    expect(listResponses('POST /api/register')).toMatchObject([{ status: 201, written: [log, vault] }]);
    expect(listResponses('POST /api/login')).toMatchObject([
      { status: 200, written: expect.arrayContaining([vault]) as unknown },
    ]);
    expect(listResponses('POST /api/forums/threads')).toMatchObject([
      { status: 201, written: expect.arrayContaining([log]) as unknown },
    ]);
    const replies = new Map(listResponses('POST /api/forums/posts').map((response) => [response.key, response]));
    expect(replies.size).toBe(50);
    for (const { key } of [...alone.acknowledged, ...crowd.acknowledged]) {
      expect(replies.get(key)).toMatchObject({ status: 201, written: expect.arrayContaining([log]) as unknown });
    }
    expect(responses.filter(({ unsynced }) => unsynced.length > 0)).toEqual([]);
  });

  it('rejects a reply if its sync failed, and acknowledges it only after a successful sync', async () => {
    const server = await start(buildFailingSyncs(join(path, 'log.db-wal'), '60+2', trace));
    const anna = await registerPerson(server, 'Anna');
    const thread = await createThread(anna, 'A failing disk');
    const ledger = createLedger();
    for (let round = 0; ledger.refused.length < 10 && round < 200; round++)
      await send(ledger, buildReply(anna, thread));
    await Promise.all(Array.from({ length: 16 }, () => send(ledger, buildReply(anna, thread))));
    expect(new Set(ledger.refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await readReplies(anna, thread)).map(({ content }) => content).sort()).toEqual(
      ledger.acknowledged.map(({ content }) => content).sort(),
    );
    for (
      let refusedReplies = ledger.refused.splice(0);
      refusedReplies.length > 0;
      refusedReplies = ledger.refused.splice(0)
    ) {
      for (const { reply } of refusedReplies) await send(ledger, reply);
    }
    await end('SIGKILL');
    expectWrittenAnewAfterFailure(parseCalls(trace));

    anna.url = (await start()).url;
    const contents = (await readReplies(anna, thread)).map(({ content }) => content).sort();
    expect(contents).toEqual(ledger.acknowledged.map(({ content }) => content).sort());
    expect(await verifyViews(anna)).toBe('No difference.');
  });

  it('rejects a registration if its vault sync failed, and completes it when resent', async () => {
    const server = await start(buildFailingSyncs(join(path, 'vault.db-wal'), '6+2', trace));
    const names = ['Anna', 'Bram', 'Cora', 'Dirk'];
    const statuses: number[] = [];
    for (const name of names) {
      const form = {
        email: getEmail(name),
        username: name,
        password: getPassword(name),
        confirm_password: getPassword(name),
      };
      const key = randomUUID();
      const guest = new Person(server.url);
      const register = async () => {
        const { status } = await guest.call('POST', '/register', form, key);
        statuses.push(status);
        return status;
      };
      while ((await register()) === 503 && statuses.length < 40);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(names.length);
    expect(statuses.filter((status) => status === 503).length).toBe(statuses.length - names.length);
    expect(statuses).toContain(503);
    await end('SIGKILL');
    expectWrittenAnewAfterFailure(parseCalls(trace));

    const { url } = await start();
    for (const name of names) {
      const { status, body } = await new Person(url).logIn(name);
      expect({ status, body }).toMatchObject({ status: 403, body: { code: 'not-verified' } });
    }
  });
});

/** A failed sync may have lost the data, so only a sync after another write counts. */
function expectWrittenAnewAfterFailure(calls: readonly SystemCall[]): void {
  let awaitsSync = false;
  let failures = 0;
  for (const { name, result } of calls) {
    if (name === 'pwrite64') awaitsSync = false;
    else if (result < 0) [awaitsSync, failures] = [true, failures + 1];
    else expect(awaitsSync, 'a sync that succeeded right after one that failed').toBe(false);
  }
  expect(failures).toBeGreaterThan(3);
}
