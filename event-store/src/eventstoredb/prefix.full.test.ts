import { EventStoreDbLog } from './log.js';
import { testEventLogContract } from '../testing/contract/event-log-contract.js';
import { startPeer } from '../testing/eventstoredb-peer/peer.js';

testEventLogContract('EventStoreDB with a prefix (in-process peer)', async () => {
  const peer = await startPeer();
  const open = () => new EventStoreDbLog(peer.address, { streamPrefix: 'blue.' });
  let log = open();
  return {
    log,
    reopen: async () => {
      await log.close();
      await peer.restart();
      return (log = open());
    },
    close: async () => {
      await log.close();
      peer.stop();
    },
  };
});
