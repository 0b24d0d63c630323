import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { LiveClient } from '../clients/live-client.mjs';
import { fetchText, readMemory, startGuildhall } from '../processes.mjs';
import { print } from '../report.mjs';

/** Not a multiple of a second: there is one login per second, and each uses 32 MiB for a tenth of a second. */
const sampleMs = 5_170;
const postText = 'Could the pier run *under* it? A tunnel with glass walls, boats on both sides. '.repeat(5);
const searchTerms = ['harbour', 'lighthouse', 'schematic', 'team', '"size limit"', 'tunnel glass'];

/**
 * Samples a server's memory under a mixed load: each second 34 replies, 4 edits, 4 searches, 10 pages with brotli, 10
 * pages as JSON, a login, and 5 reconnections among 100 sockets. Run it with `-- memory --minutes=20`. The slope covers
 * the second half.
 */
export async function measureMemory({ dataDir, threads, cookies, password, quick }) {
  const minutesOption = process.argv.find((arg) => arg.startsWith('--minutes='))?.slice('--minutes='.length);
  const minutes = Number(minutesOption ?? (quick ? 1 : 20));
  const guildhall = await startGuildhall(dataDir);
  const load = new MixedLoad({ url: guildhall.url, threads, cookies, password });
  const samples = [];
  const end = performance.now() + minutes * 60_000;
  const idle = readMemory(guildhall.child).now;
  const loads = load.start();
  while (performance.now() < end) {
    await sleep(sampleMs);
    samples.push({ minute: (samples.length * sampleMs) / 60_000, mib: readMemory(guildhall.child).now });
    if (process.env.BENCH_SAMPLES) console.log(samples.at(-1).minute.toFixed(1), samples.at(-1).mib);
  }
  await load.stop(loads);
  const peak = readMemory(guildhall.child).peak;
  await sleep(30_000);
  const rows = [
    {
      label: `${minutes} minutes of mixed load`,
      'MiB idle': idle,
      'MiB at most': peak,
      'MiB a minute, second half': computeSlope(samples.slice(Math.floor(samples.length / 2))),
      'MiB 30 s after': readMemory(guildhall.child).now,
      done: load.done,
      failed: load.failed,
    },
  ];
  print(rows);
  await guildhall.stop();
  return rows;
}

class MixedLoad {
  done = 0;
  failed = 0;
  posts = [];
  sockets = [];
  isRunning = true;

  constructor(site) {
    Object.assign(this, site);
  }

  start() {
    const calls = [
      [34, () => this.postReply()],
      [4, () => this.edit()],
      [4, () => this.get(`/api/search?q=${encodeURIComponent(pick(searchTerms))}`)],
      [10, () => this.loadPage()],
      [10, () => this.get(`/api/forums/posts/${pick(this.threads)}?limit=20`)],
      [1, () => this.logIn()],
      [5, () => this.openSocket()],
    ];
    return calls.map(([perSecond, work]) => this.repeat(perSecond, work));
  }

  async stop(loads) {
    this.isRunning = false;
    await Promise.all(loads);
    for (const socket of this.sockets) socket.close();
  }

  /** Runs `work` at a fixed rate with at most one second's work in flight, so that a busy machine gets less of it. */
  async repeat(perSecond, work) {
    const inFlight = new Set();
    for (let next = performance.now(); this.isRunning; next += 1_000 / perSecond) {
      await sleep(Math.max(0, next - performance.now()));
      if (inFlight.size >= perSecond) await Promise.race(inFlight);
      const task = work()
        .then(() => this.done++)
        .catch(() => this.failed++)
        .finally(() => inFlight.delete(task));
      inFlight.add(task);
    }
    await Promise.all(inFlight);
  }

  async postReply() {
    const cookie = pick(this.cookies);
    const body = { thread_id: pick(this.threads.slice(2)), content: `${randomUUID()} ${postText}` };
    const { id } = await this.send('POST', '/api/forums/posts', body, cookie);
    this.posts.push({ id, cookie });
    if (this.posts.length > 1_000) this.posts.shift();
  }

  async edit() {
    const { id, cookie } = pick(this.posts) ?? {};
    if (id)
      await this.send('PUT', `/api/forums/posts/${id}`, { content: `edited ${randomUUID()} ${postText}` }, cookie);
  }

  logIn() {
    const name = `Member${Math.floor(Math.random() * this.cookies.length)}`;
    return this.send('POST', '/api/login', { email_or_username: name, password: this.password });
  }

  async openSocket() {
    if (this.sockets.length >= 100) this.sockets.shift().close();
    const thread = pick(this.threads);
    const page = await fetch(`${this.url}/api/forums/posts/${thread}?limit=20`);
    await page.arrayBuffer();
    const requests = [{ topic: `thread:${thread}`, position: page.headers.get('guildhall-position') }];
    this.sockets.push(await LiveClient.join(this.url, { cookie: pick(this.cookies), requests }, () => undefined));
  }

  async get(path) {
    await fetchText(this.url + path, { headers: { cookie: pick(this.cookies) } });
  }

  loadPage() {
    const headers = { 'accept-encoding': 'br', ...(Math.random() < 0.5 && { cookie: pick(this.cookies) }) };
    return new Promise((resolve, reject) => {
      get(`${this.url}/forums/thread/${pick(this.threads)}`, { headers }, (response) => {
        response.resume().on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error('no page'))));
      }).on('error', reject);
    });
  }

  async send(method, path, body, cookie = '') {
    const headers = { cookie, origin: this.url, 'content-type': 'application/json' };
    return JSON.parse(await fetchText(this.url + path, { method, headers, body: JSON.stringify(body) }));
  }
}

const pick = (items) => items[Math.floor(Math.random() * items.length)];

/** Returns the slope of a least-squares fit, in MiB per minute. */
function computeSlope(samples) {
  const computeMean = (valueOf) => samples.reduce((sum, sample) => sum + valueOf(sample), 0) / samples.length;
  const [x, y] = [computeMean(({ minute }) => minute), computeMean(({ mib }) => mib)];
  return computeMean(({ minute, mib }) => (minute - x) * (mib - y)) / computeMean(({ minute }) => (minute - x) ** 2);
}
