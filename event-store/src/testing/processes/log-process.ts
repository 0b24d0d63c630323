/**
 * Opens the log at the path in the first argument and prints `open`, or `refused <name>: <message>`. If there is a
 * second argument, that number of writers append until the process is killed or an append fails. Each writer prints
 * `sent <append>` before a call and `kept <id> <revision> <position>` after its result.
 */
import { writeSync } from 'node:fs';
import { beginning } from '../../port.js';
import type { EventLog, ExpectedRevision, NewEvent } from '../../port.js';
import { openSqliteLog } from '../../sqlite/log.js';
import { buildEvents, createStreamName } from '../sample-events.js';

export interface SentAppend {
  stream: string;
  events: NewEvent[];
  expectedRevision: ExpectedRevision;
}

const [path = '', writers = '0'] = process.argv.slice(2);

/**
 * Writes synchronously so that the parent receives the line even if this process is killed next. The pipe is
 * non-blocking, so a write is partial or fails with EAGAIN while the parent is slow to read.
 */
function printLine(line: string): void {
  let remainingBytes = Buffer.from(`${line}\n`);
  while (remainingBytes.length > 0) {
    try {
      remainingBytes = remainingBytes.subarray(writeSync(1, remainingBytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

async function write(log: EventLog): Promise<never> {
  const stream = createStreamName();
  for (let expectedRevision: ExpectedRevision = 'no-stream'; ;) {
    const append: SentAppend = { stream, events: buildEvents(3), expectedRevision };
    printLine(`sent ${JSON.stringify(append)}`);
    const { revision, position } = await log.append(stream, append.events, expectedRevision);
    printLine(`kept ${append.events[0]?.id} ${revision} ${position}`);
    expectedRevision = revision;
  }
}

async function run(log: EventLog): Promise<void> {
  setInterval(() => undefined, 60_000);
  try {
    await Promise.all(Array.from({ length: Number(writers) }, () => write(log)));
  } catch (error) {
    const readableEvents = await log.readAll(beginning, 1_000_000);
    printLine(`failed ${(error as Error).name}, ${readableEvents.length} events can be read`);
  }
}

try {
  const log = openSqliteLog(path);
  printLine('open');
  await run(log);
} catch (error) {
  printLine(`refused ${(error as Error).name}: ${(error as Error).message}`);
}
