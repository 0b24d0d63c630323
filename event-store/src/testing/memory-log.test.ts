import { expect, it } from 'vitest';
import { MemoryLog, MemoryRows } from './memory-log.js';
import { Unavailable, beginning } from '../port.js';
import { testEventLogContract } from './contract/event-log-contract.js';
import { buildEvents, createStreamName } from './sample-events.js';

testEventLogContract('in-memory log', async () => {
  const rows = new MemoryRows();
  let log = new MemoryLog(rows);
  const reopen = async () => {
    await log.close();
    log = new MemoryLog(rows);
    return log;
  };
  return { log, reopen, close: () => log.close() };
});

it('a new in-memory log is empty', async () => {
  const log = new MemoryLog();
  expect(await log.readHead()).toBe(beginning);
  expect(await log.readAll(beginning, 10)).toEqual([]);
});

it('rejects calls to a closed in-memory log', async () => {
  const log = new MemoryLog();
  await log.close();
  await expect(log.append(createStreamName(), buildEvents(1), 'no-stream')).rejects.toBeInstanceOf(Unavailable);
  await expect(log.readAll(beginning, 1)).rejects.toBeInstanceOf(Unavailable);
});
