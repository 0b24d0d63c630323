import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const driver = new URL('../../../event-store/dist/sqlite/database.js', import.meta.url).href;
const script = `
  import { openDatabase } from ${JSON.stringify(driver)};
  const [path, sql] = process.argv.slice(1);
  console.log(JSON.stringify(openDatabase(path, { readOnly: true }).prepare(sql).all()));`;

/** Runs in a separate process because closing a database that a server uses would release the server's lock. */
export function readDatabaseRows<Row>(path: string, sql: string): Row[] {
  const words = ['--input-type=module', '--eval', script, path, sql];
  const output = execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  return JSON.parse(output) as Row[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface EventRow {
  type: string;
  data: string;
  metadata: string;
}

export function readEventsInLog(dataDir: string): EventRow[] {
  return readDatabaseRows<EventRow>(
    join(dataDir, 'log.db'),
    'SELECT type, data, metadata FROM events ORDER BY position',
  );
}

export function readEventsOfType(dataDir: string, type: string): EventRow[] {
  const sql = `SELECT type, data, metadata FROM events WHERE type LIKE '${type}.%' ORDER BY position`;
  return readDatabaseRows<EventRow>(join(dataDir, 'log.db'), sql);
}
