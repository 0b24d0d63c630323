import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const driver = new URL('../../../event-store/dist/sqlite/database.js', import.meta.url).href;
const script = `
  import { openDatabase } from ${JSON.stringify(driver)};
  const [path, sql] = process.argv.slice(1);
  console.log(JSON.stringify(openDatabase(path, { readOnly: true }).prepare(sql).all()));`;

/**
 * Reads the database in a separate process, as it is on the disk. This process must not open a database that a server
 * uses: it would keep a lock on it after the close, and the restarted server would not recover what a kill left.
 */
export function rowsOf<Row>(path: string, sql: string): Row[] {
  const words = ['--input-type=module', '--eval', script, path, sql];
  const output = execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  return JSON.parse(output) as Row[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** An event as stored in the log; `data` and `metadata` are JSON. */
export interface EventRow {
  type: string;
  data: string;
  metadata: string;
}

/** Returns the events in the log of a data folder, in order. */
export function eventsInLog(dataDir: string): EventRow[] {
  return rowsOf<EventRow>(join(dataDir, 'log.db'), 'SELECT type, data, metadata FROM events ORDER BY position');
}

/** Returns the events of a type in the log of a data folder, whatever its version, in order. */
export function eventsOfType(dataDir: string, type: string): EventRow[] {
  const sql = `SELECT type, data, metadata FROM events WHERE type LIKE '${type}.%' ORDER BY position`;
  return rowsOf<EventRow>(join(dataDir, 'log.db'), sql);
}
