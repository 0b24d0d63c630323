import { join } from 'node:path';
import { beginning, type StoredEvent } from '@guildhall/event-store/port.js';
import { openSqliteLogReader } from '@guildhall/event-store/sqlite-log.js';

const page = 1_000;

/** Every event of the log of a data folder, in order; a server may have it open or not. */
export async function eventsOf(dataDir: string): Promise<StoredEvent[]> {
  const log = openSqliteLogReader(join(dataDir, 'log.db'));
  try {
    const events: StoredEvent[] = [];
    for (;;) {
      const more = await log.readAll(events.at(-1)?.position ?? beginning, page);
      events.push(...more);
      if (more.length < page) return events;
    }
  } finally {
    await log.close();
  }
}
