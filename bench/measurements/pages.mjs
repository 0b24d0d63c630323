import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startGuildhall } from '../processes.mjs';
import { print } from '../report.mjs';

const pageBytes = 4096;
const replies = 400;

/**
 * Counts the 4 KiB pages that one client's 400-byte reply writes to each file: to the write-ahead logs, and to the
 * databases at checkpoints. Traces a server from start to stop with strace, and subtracts the counts of a server
 * without replies. Also reports how much the files have grown once the server has stopped.
 */
export async function measurePages({ dataDir, folder, threads, cookies, quick }) {
  const count = quick ? replies / 4 : replies;
  const trace = async (name, work) => {
    const file = join(folder, name);
    const guildhall = await startGuildhall(dataDir, undefined, [
      'strace',
      '-f',
      '-y',
      '-e',
      'trace=pwrite64',
      '-o',
      file,
    ]);
    await work(guildhall.url);
    await guildhall.stop();
    return countPages(readFileSync(file, 'latin1'));
  };
  const idlePages = await trace('idle.strace', () => undefined);
  const sizesBefore = measureFiles(dataDir);
  const busyPages = await trace('busy.strace', async (url) => {
    const startedAt = performance.now();
    for (let i = 0; i < count; i++) await postReply(url, threads[2 + (i % 200)], cookies[i % cookies.length]);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(
      `${(count / seconds).toFixed(0)} replies per second; the more there are, the more of them share a commit of the views`,
    );
  });
  const sizesAfter = measureFiles(dataDir);
  const rows = [...busyPages].map(([file, pageCount]) => ({
    file,
    'pages per reply': (pageCount - (idlePages.get(file) ?? 0)) / count,
    'bytes added per reply': ((sizesAfter.get(file) ?? 0) - (sizesBefore.get(file) ?? 0)) / count,
  }));
  const sumOf = (column) => rows.reduce((sum, row) => sum + row[column], 0);
  const totals = {
    'pages per reply': sumOf('pages per reply'),
    'bytes added per reply': sumOf('bytes added per reply'),
  };
  rows.push({ file: 'all', ...totals });
  print(rows);
  return rows;
}

const postText = 'Could the pier run *under* it? A tunnel with glass walls, boats on both sides. '.repeat(5);

async function postReply(url, thread_id, cookie) {
  const headers = { cookie, origin: url, 'content-type': 'application/json' };
  const body = JSON.stringify({ thread_id, content: postText });
  const response = await fetch(`${url}/api/forums/posts`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`A reply got ${response.status}`);
  await response.arrayBuffer();
}

/** Omits the folder and the views' generation number. */
const toFileName = (path) => path.replace(/^.*\//, '').replace(/-\d+/, '');

/** Ignores write-ahead logs, which are empty while no server runs. */
function measureFiles(dataDir) {
  const databases = readdirSync(dataDir).filter((name) => name.endsWith('.db'));
  return new Map(databases.map((name) => [toFileName(name), statSync(join(dataDir, name)).size]));
}

/**
 * SQLite writes the header and the contents of a page to a write-ahead log in separate calls. Only the contents count.
 */
function countPages(trace) {
  const counts = new Map();
  for (const [, path, bytes] of trace.matchAll(/pwrite64\(\d+<([^>]+)>.*? = (\d+)$/gm)) {
    if (Number(bytes) < pageBytes) continue;
    const file = toFileName(path);
    counts.set(file, (counts.get(file) ?? 0) + Number(bytes) / pageBytes);
  }
  return counts;
}
