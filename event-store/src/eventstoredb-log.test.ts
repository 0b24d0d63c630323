import { eventLogContract } from './testing/event-log-contract.js';
import { startPeer } from './testing/eventstoredb-peer.js';
import { EventStoreDbLog } from './eventstoredb-log.js';

eventLogContract('EventStoreDB (in-process peer)', async () => {
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
