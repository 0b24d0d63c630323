import { afterAll } from 'vitest';
import { reportNotRun } from '../../../tests/not-run.js';
import { EventStoreDbLog } from './log.js';
import type { EventLog } from '../port.js';
import { testEventLogContract } from '../testing/contract/event-log-contract.js';
import { startPeer } from '../testing/eventstoredb-peer/peer.js';
import { findRealServer } from '../testing/eventstoredb-real-server.js';

testEventLogContract('EventStoreDB (in-process peer)', async () => {
  const peer = await startPeer();
  let log = new EventStoreDbLog(peer.address);
  return {
    log,
    reopen: async () => {
      await log.close();
      await peer.restart();
      log = new EventStoreDbLog(peer.address);
      return log;
    },
    close: async () => {
      await log.close();
      peer.stop();
    },
  };
});

const real = await findRealServer();
if ('missing' in real) {
  reportNotRun(`the contract of the event log on a real EventStoreDB: ${real.missing}`);
} else {
  afterAll(() => real.stop());
  testEventLogContract('EventStoreDB (real server)', () => {
    let log = new EventStoreDbLog(real.address);
    const reopen = async (): Promise<EventLog> => {
      await log.close();
      return (log = new EventStoreDbLog(real.address));
    };
    return Promise.resolve({ log, reopen, close: () => log.close() });
  });
}
