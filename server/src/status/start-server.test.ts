import { randomUUID } from 'node:crypto';
import { streams } from '@guildhall/domain/events.js';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readEnv } from '../process/env.js';
import { startServer } from '../server.js';
import { buildServerStatus } from '../testing/vault/vault-samples.js';

const start = (folder: string) =>
  startServer(readEnv({ DATA_DIR: folder }), pino({ level: 'silent' }), { listen: false });
const serverId = 61;
const [edition, address] = ['java' as const, 'play.example.org'];

test('a starting server shows the states of game servers that were stored before', async () => {
  const folder = createTemporaryFolder();
  const firstServer = await start(folder);
  const data = { serverId, name: 'Lobby', mode: null, address, edition };
  const event = { id: randomUUID(), type: 'GameServerCreated.v1', data, metadata: {} };
  await firstServer.services.log.append(streams.games, [event], 'no-stream');
  const dueAt = new Date(Date.now() + 3_600_000).toISOString();
  const status = buildServerStatus(serverId, new Date().toISOString(), { target: `${edition} ${address}`, dueAt });
  await firstServer.services.vault.saveServerStatus(status);
  await firstServer.close();
  const second = await start(folder);
  expect(second.services.serverStatuses.list()).toMatchObject([{ state: 'online', since: status.since }]);
  await second.close();
});
