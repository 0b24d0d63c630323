import { fileURLToPath } from 'node:url';
import { findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { registerPerson } from '../support/site/member.js';
import { NetworkSite, waitUntil, type ProjectorProcess } from '../support/processes/network-site.js';
import { findFreePort, type ServerProcess } from '../support/processes/server-process.js';

const mongo = await findMongoUrl();

const serverFile = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
type Process = Pick<ServerProcess, 'output'>;

const unavailableMessage = 'the event log is unavailable: EVENTSTORE_URL: ';
const available = 'the event log is available again';

describe.skipIf(!mongo)('site without permission to read the log', () => {
  let site: NetworkSite;
  let server: ServerProcess;
  let projector: ProjectorProcess;
  beforeAll(async () => {
    site = await NetworkSite.open(mongo ?? '');
  });
  beforeEach(() => onTestFailed(() => console.log(site.readOutput())));
  afterAll(() => site.close());

  const count = (output: string, line: string) => output.split(line).length - 1;
  const waitForLine = (line: string, processes: readonly Process[], from = processes.map(() => 0)) =>
    waitUntil(
      () => Promise.resolve(processes.map(({ output }, n) => count(output().slice(from[n]), line))),
      (counts) => counts.every((lineCount) => lineCount === 1),
    );

  it('each process logs a missing permission in one line, and starts once it is granted', async () => {
    site.peer.faults.refusedAccess = 'rights';
    projector = await site.startProjector();
    const port = await findFreePort();
    const startingServer = await site.startProjector(serverFile, { PORT: String(port) });
    const processes = [projector, startingServer];
    await waitForLine(unavailableMessage, processes);
    const ready = await fetch(`http://127.0.0.1:${port}/ready`);
    expect([ready.status, ((await ready.json()) as { faults: string[] }).faults]).toEqual([
      503,
      [expect.stringMatching(/^EVENTSTORE_URL: the user lacks a permission/)],
    ]);
    expect((await fetch(`http://127.0.0.1:${port}/forums`)).status).toBe(503);
    site.peer.faults.refusedAccess = null;
    await waitForLine('Guildhall is at', [startingServer]);
    await waitForLine(available, processes);
    await waitForLine(unavailableMessage, processes);
    expect(startingServer.output()).toMatch(/the user lacks a permission\. Grant it on the server.*Access Denied/);
    await startingServer.kill();
  });

  it('reports a revoked permission at /ready and to the Admin until it is granted again', async () => {
    server = await site.startServer();
    const admin = await registerPerson(server, 'Admin');
    const processes = [projector, server];
    const from = processes.map(({ output }) => output().length);
    const readReady = async () => (await (await fetch(`${server.url}/ready`)).json()) as { faults: string[] };
    expect((await readReady()).faults).toEqual([]);
    site.peer.faults.refusedAccess = 'rights';
    await waitForLine(unavailableMessage, processes, from);
    const fault = expect.stringMatching(/^EVENTSTORE_URL: the user lacks a permission.*Access Denied/) as string;
    expect((await readReady()).faults).toEqual([fault]);
    await waitUntil(
      async () => (await admin.call('GET', '/admin/projections')).body as { fault: string | null },
      (status) => status.fault !== null,
    );
    site.peer.faults.refusedAccess = null;
    await waitForLine(available, processes, from);
    await waitUntil(readReady, ({ faults }) => faults.length === 0);
    await waitForLine(unavailableMessage, processes, from);
  });
});
