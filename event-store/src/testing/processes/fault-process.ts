import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreDbLog } from '../../eventstoredb/log.js';
import { Unavailable } from '../../port.js';
import { shortTimes } from '../peer-log.js';
import { startPeer } from '../eventstoredb-peer/peer.js';
import { buildEvents, createStreamName } from '../sample-events.js';

const [scenario = ''] = process.argv.slice(2);

const scenarios: Record<string, () => Promise<void>> = {
  /** One server responds late while another log in this process loses its connection. */
  'late-response': async () => {
    const [healthyPeer, failingPeer] = [await startPeer(), await startPeer()];
    const [log, otherLog] = [open(healthyPeer.address), open(failingPeer.address)];
    await Promise.all([log.append(createStreamName(), buildEvents(1), 'no-stream'), otherLog.readHead()]);
    healthyPeer.faults.appends.push({ kind: 'late', ms: 300 });
    failingPeer.faults.appends.push({ kind: 'hang' });
    const lateAppend = log.append(createStreamName(), buildEvents(1), 'no-stream');
    const lostAppend = otherLog
      .append(createStreamName(), buildEvents(1), 'no-stream')
      .catch((error: unknown) => error);
    await sleep(100);
    failingPeer.stop();
    await lateAppend;
    if (!((await lostAppend) instanceof Unavailable)) throw new Error('The append to the dead server did not fail');
    await sleep(300);
  },

  /** The read times out before the client discovers that there is no cluster. */
  'failure-after-the-reader': async () => {
    const address = 'esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=8&discoveryInterval=100';
    const log = open(address, { ...shortTimes, deadlineMs: 200 });
    if (!((await log.readHead().catch((error: unknown) => error)) instanceof Unavailable))
      throw new Error('The read succeeded');
    await sleep(1500);
  },
};

function open(address: string, times = shortTimes): EventStoreDbLog {
  return new EventStoreDbLog(address, times);
}

await scenarios[scenario]?.();
process.stdout.write('survived\n', () => process.exit(0));
