import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCpuSeconds, fetchText, readMemory, startBaseline, startClient, startGuildhall } from '../processes.mjs';
import { computePercentile, print } from '../report.mjs';
import { seed } from '../seed.mjs';

const getNow = () => performance.timeOrigin + performance.now();
const settleMs = 4_000;

/** Runs a tenth of the soak in the existing forum. */
export function measureLive(forum) {
  const size = forum.quick ? { watchers: 50, idle: 100, seconds: 4 } : { watchers: 100, idle: 500, seconds: 10 };
  return measureAll(forum, size);
}

/** Simulates a thousand members viewing one thread (`--watchers=`) and five thousand idle ones (`--idle=`). */
export async function measureSoak({ folder, quick }) {
  const numberOption = (name, fallback) =>
    Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
  const size = {
    watchers: numberOption('watchers', 1_000),
    idle: numberOption('idle', 5_000),
    seconds: quick ? 5 : 30,
  };
  const dataDir = join(folder, 'soak');
  const cookies = size.watchers + size.idle;
  const forum = await seed({ dataDir, members: cookies, threads: 300, replies: 8_000, changes: 1_000, cookies });
  return measureAll({ dataDir, folder, ...forum }, size);
}

/**
 * Measures the time from a reply's acknowledgement to its arrival at the last socket, compared with bare Socket.IO that
 * sends the same bytes to the same clients. A message may overtake the acknowledgement, so times from the request are
 * reported too. Like Guildhall's pages, the watchers send read marks, which the bare server acknowledges immediately.
 * @throws if a reply is missed or arrives twice, or a mark is refused
 */
async function measureAll(forum, { watchers, idle, seconds }) {
  console.log(
    `${watchers} clients of as many members in one thread, without and with ${idle} idle ones; server and clients share ` +
      `${availableParallelism()} cores (load before: ${loadavg()[0].toFixed(1)}). To the last socket, in ms:`,
  );
  const rows = [];
  for (const idleCount of idle > 0 ? [0, idle] : [0]) {
    const guildhall = { name: 'Guildhall', ...(await startForumServer(forum)) };
    const guildhallResult = await measure(guildhall, { watchers, idle: idleCount, seconds });
    const bodyFile = join(forum.folder, 'message.json');
    writeFileSync(bodyFile, JSON.stringify(guildhallResult.sample));
    const baseline = await startBaseline('socket-io', { BODY_FILE: bodyFile });
    const bare = { name: 'bare Socket.IO', ...listForumCalls(forum, baseline, '/reply') };
    const bareResult = await measure(bare, { watchers, idle: idleCount, seconds });
    guildhallResult.rows.forEach((row, n) =>
      rows.push(bareResult.rows[n], { ...row, ...computeRatios(row, bareResult.rows[n]) }),
    );
  }
  print(rows);
  if (rows.some((row) => row.missing + row.twice > 0)) throw new Error('Replies were missed or arrived twice');
  return rows;
}

const cpuColumn = 'CPU ms / 1,000';
const computeRatios = (guildhall, bare) => ({
  'CPU ratio': guildhall[cpuColumn] / bare[cpuColumn],
  'p99 ratio, ack': guildhall['ack p99'] / bare['ack p99'],
  'p99 ratio, sent': guildhall['sent p99'] / bare['sent p99'],
});

async function startForumServer(forum) {
  const guildhall = await startGuildhall(forum.dataDir);
  const page = await fetch(`${guildhall.url}/api/forums/posts/${forum.smallThread}?limit=20`);
  const position = page.headers.get('guildhall-position');
  return listForumCalls(forum, guildhall, '/api/forums/posts', position);
}

function listForumCalls({ cookies, members, smallThread }, { url, child, stop }, path, position = '') {
  const body = JSON.stringify({ thread_id: smallThread, content: 'The tunnel is great at night. '.repeat(10) });
  const post = async (n) => {
    const headers = { cookie: cookies[n % 50], origin: url, 'content-type': 'application/json' };
    const sent = getNow();
    const { id } = JSON.parse(await fetchText(url + path, { method: 'POST', headers, body }));
    return { id, sent, acknowledged: getNow() };
  };
  return { url, child, stop, post, cookies, members, thread: smallThread, position };
}

async function measure(server, size) {
  const clients = [startClient('watchers.mjs'), startClient('watchers.mjs')];
  try {
    return await measureWith(clients, server, size);
  } finally {
    for (const client of clients) client.stop();
    await server.stop();
  }
}

async function measureWith([watcherProcess, idleProcess], server, { watchers, idle, seconds }) {
  for (let n = 0; n < 50; n++) await server.post(n); // This warms up the server.
  await sleep(settleMs);
  const memoryBefore = readMemory(server.child).now;
  const buildPageCall = (thread) => (cookie, n) => ({
    cookie,
    requests: ['site', `member:${server.members[n]}`, ...thread].map((topic) => ({ topic, position: server.position })),
  });
  const watch = server.cookies.slice(0, watchers).map(buildPageCall([`thread:${server.thread}`]));
  await watcherProcess.request({
    verb: 'join',
    url: server.url,
    watch: true,
    specs: watch,
    reads: server.thread,
  });
  const joins = server.cookies.slice(0, watchers + idle).map(buildPageCall([]));
  await idleProcess.request({ verb: 'join', url: server.url, watch: false, specs: joins.slice(watchers) });
  await sleep(settleMs);
  const perClient = ((readMemory(server.child).now - memoryBefore) * 1024) / (watchers + idle);
  const rows = [];
  let sample = null;
  for (const [perSecond, time] of [
    [50, 2],
    [50, seconds],
    [10, seconds],
  ]) {
    const { row, ...result } = await load(server, watcherProcess, { watchers, perSecond, seconds: time });
    rows.push({ label: `${server.name}, ${perSecond}/s, ${idle} idle`, ...row, 'KiB/client': perClient });
    sample ??= result.sample;
  }
  return { rows: rows.slice(1), sample }; // The first row is the warm-up.
}

async function load(server, watcherProcess, { watchers, perSecond, seconds }) {
  const startedAt = getNow();
  const cpuBefore = readCpuSeconds(server.child);
  const replies = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    await sleep(Math.max(0, startedAt + (n * 1000) / perSecond - getNow()));
    replies.push(server.post(n));
  }
  const sent = await Promise.all(replies);
  const { last, missing, duplicates, delayP99, sample } = await watcherProcess.request({ verb: 'arrivals', sent });
  const marks = await watcherProcess.request({ verb: 'marks' });
  if (marks.errors.length > 0) throw new Error(`${marks.errors.length} read marks failed: ${marks.errors[0]}`);
  const elapsedSeconds = (Math.max(...last) - startedAt) / 1000;
  const cpuSeconds = readCpuSeconds(server.child) - cpuBefore;
  const computeLatency = (since, share) =>
    computePercentile(
      last.map((at, n) => at - sent[n][since]),
      share,
    );
  const row = {
    'deliveries/s': (sent.length * watchers - missing) / elapsedSeconds,
    missing,
    twice: duplicates,
    'ack p50': computeLatency('acknowledged', 0.5),
    'ack p99': computeLatency('acknowledged', 0.99),
    'sent p50': computeLatency('sent', 0.5),
    'sent p99': computeLatency('sent', 0.99),
    'each p99': delayP99,
    'marks/s': marks.count / elapsedSeconds,
    'mark p99': marks.p99,
    'marks lost': marks.unanswered,
    'CPU %': (cpuSeconds / elapsedSeconds) * 100,
    // This includes the CPU time for replies and read marks.
    [cpuColumn]: (cpuSeconds * 1_000_000) / (sent.length * watchers - missing),
  };
  return { row, sample };
}
