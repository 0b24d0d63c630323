import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSecondsOf, fetchText, memoryOf, startBaseline, startClient, startGuildhall } from '../processes.mjs';
import { percentile, print } from '../report.mjs';
import { seed } from '../seed.mjs';

const now = () => performance.timeOrigin + performance.now();
const settle = 4_000; // ms

/** Runs a tenth of the soak in the existing forum. */
export function live(forum) {
  const size = forum.quick ? { watchers: 50, idle: 100, seconds: 4 } : { watchers: 100, idle: 500, seconds: 10 };
  return measureAll(forum, size);
}

/** Simulates a thousand members viewing one thread (`--watchers=`) and five thousand idle ones (`--idle=`). */
export async function soak({ folder, quick }) {
  const asked = (name, otherwise) =>
    Number(process.argv.find((it) => it.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
  const size = { watchers: asked('watchers', 1_000), idle: asked('idle', 5_000), seconds: quick ? 5 : 30 };
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
  for (const others of idle > 0 ? [0, idle] : [0]) {
    const guildhall = { name: 'Guildhall', ...(await guildhallOf(forum)) };
    const own = await measure(guildhall, { watchers, idle: others, seconds });
    const bodyFile = join(forum.folder, 'message.json');
    writeFileSync(bodyFile, JSON.stringify(own.sample));
    const baseline = await startBaseline('socket-io', { BODY_FILE: bodyFile });
    const bare = { name: 'bare Socket.IO', ...forumCalls(forum, baseline, '/reply') };
    const beside = await measure(bare, { watchers, idle: others, seconds });
    own.rows.forEach((row, n) => rows.push(beside.rows[n], { ...row, ...ratiosOf(row, beside.rows[n]) }));
  }
  print(rows);
  if (rows.some((row) => row.missing + row.twice > 0)) throw new Error('Replies were missed or came twice');
  return rows;
}

const perThousand = 'CPU ms / 1,000';
const ratiosOf = (own, bare) => ({
  'CPU ratio': own[perThousand] / bare[perThousand],
  'p99 ratio, ack': own['ack p99'] / bare['ack p99'],
  'p99 ratio, sent': own['sent p99'] / bare['sent p99'],
});

async function guildhallOf(forum) {
  const guildhall = await startGuildhall(forum.dataDir);
  const page = await fetch(`${guildhall.url}/api/forums/posts/${forum.smallThread}?limit=20`);
  const position = page.headers.get('guildhall-position');
  return forumCalls(forum, guildhall, '/api/forums/posts', position);
}

function forumCalls({ cookies, members, smallThread }, { url, child, stop }, path, position = '') {
  const body = JSON.stringify({ thread_id: smallThread, content: 'The tunnel is great at night. '.repeat(10) });
  const post = async (n) => {
    const headers = { cookie: cookies[n % 50], origin: url, 'content-type': 'application/json' };
    const sent = now();
    const { id } = JSON.parse(await fetchText(url + path, { method: 'POST', headers, body }));
    return { id, sent, acknowledged: now() };
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

async function measureWith([crowd, others], server, { watchers, idle, seconds }) {
  for (let n = 0; n < 50; n++) await server.post(n); // Warms up the server.
  await sleep(settle);
  const before = memoryOf(server.child).now;
  const page = (thread) => (cookie, n) => ({
    cookie,
    requests: ['site', `member:${server.members[n]}`, ...thread].map((topic) => ({ topic, position: server.position })),
  });
  const watch = server.cookies.slice(0, watchers).map(page([`thread:${server.thread}`]));
  await crowd.ask({
    verb: 'join',
    url: server.url,
    watch: true,
    each: watch,
    reads: server.thread,
  });
  const rest = server.cookies.slice(0, watchers + idle).map(page([]));
  await others.ask({ verb: 'join', url: server.url, watch: false, each: rest.slice(watchers) });
  await sleep(settle);
  const perClient = ((memoryOf(server.child).now - before) * 1024) / (watchers + idle);
  const rows = [];
  let sample = null;
  for (const [perSecond, time] of [
    [50, 2],
    [50, seconds],
    [10, seconds],
  ]) {
    const { row, ...result } = await load(server, crowd, { watchers, perSecond, seconds: time });
    rows.push({ what: `${server.name}, ${perSecond}/s, ${idle} idle`, ...row, 'KiB/client': perClient });
    sample ??= result.sample;
  }
  return { rows: rows.slice(1), sample }; // Skips the warm-up.
}

async function load(server, crowd, { watchers, perSecond, seconds }) {
  const began = now();
  const cpu = cpuSecondsOf(server.child);
  const sending = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    await sleep(Math.max(0, began + (n * 1000) / perSecond - now()));
    sending.push(server.post(n));
  }
  const sent = await Promise.all(sending);
  const { last, missing, twice, each, sample } = await crowd.ask({ verb: 'arrivals', sent });
  const marks = await crowd.ask({ verb: 'marks' });
  if (marks.refused.length > 0) throw new Error(`${marks.refused.length} read marks refused: ${marks.refused[0]}`);
  const took = (Math.max(...last) - began) / 1000;
  const used = cpuSecondsOf(server.child) - cpu;
  const from = (when, share) =>
    percentile(
      last.map((at, n) => at - sent[n][when]),
      share,
    );
  const row = {
    'deliveries/s': (sent.length * watchers - missing) / took,
    missing,
    twice,
    'ack p50': from('acknowledged', 0.5),
    'ack p99': from('acknowledged', 0.99),
    'sent p50': from('sent', 0.5),
    'sent p99': from('sent', 0.99),
    'each p99': each.p99,
    'marks/s': marks.count / took,
    'mark p99': marks.p99,
    'marks lost': marks.lost,
    'CPU %': (used / took) * 100,
    // Includes the CPU time for replies and read marks.
    [perThousand]: (used * 1_000_000) / (sent.length * watchers - missing),
  };
  return { row, sample };
}
