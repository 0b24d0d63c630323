import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCpuSeconds, runClient, startBaseline, startGuildhall } from '../processes.mjs';
import { print } from '../report.mjs';

const connections = 10;
const repliesPerSecond = 50;

/**
 * Measures reads of thread pages: twenty replies as JSON, and a whole page as HTML with brotli. "one page" requests the
 * same page repeatedly; "any page" cycles through 500, and runs again while another thread receives replies. The
 * baseline is bare Express, which sends the same JSON to the same client.
 */
export async function measureReads({ dataDir, folder, threads, bigThread, smallThread, cookies, quick }) {
  const guildhall = await startGuildhall(dataDir);
  const page = `/api/forums/posts/${bigThread}?limit=20`;
  const body = await (await fetch(guildhall.url + page)).text();
  const bodyFile = join(folder, 'page.json');
  writeFileSync(bodyFile, body);
  const baseline = await startBaseline('express', { BODY_FILE: bodyFile });
  const seconds = quick ? 3 : 8;
  const get = (path, headers = {}) => ({ method: 'GET', path, headers });
  const load = async ({ url, child }, requests) => {
    const cpuBefore = readCpuSeconds(child);
    const { perSecond, p50, p99, failed } = await runClient('http-load.mjs', { url, connections, seconds, requests });
    const cpu = (1000 * (readCpuSeconds(child) - cpuBefore)) / (perSecond * seconds);
    return { 'reads/s': perSecond, p50, p99, 'cpu s/1000': cpu, failed };
  };
  const anyPage = threads.slice(2, 502).map((id) => get(`/api/forums/posts/${id}?limit=20`));
  const buildHtmlRequest = (headers = {}) => [
    get(`/forums/thread/${bigThread}`, { accept: 'text/html', 'accept-encoding': 'br', ...headers }),
  ];
  const cases = [
    ['one page', [get(page)]],
    ['any page', anyPage],
    ['any page, 50 replies/s elsewhere', anyPage, () => startWriting(guildhall.url, smallThread, cookies)],
    ['HTML with brotli, a guest', buildHtmlRequest()],
    ['HTML with brotli, a member', buildHtmlRequest({ cookie: cookies[1] })],
  ];
  const rows = [];
  for (let round = 0; round < 2; round++) {
    const bare = await load(baseline, [get('/page')]);
    rows.push({ label: `bare Express, ${body.length} bytes`, ...bare, ratio: 1 });
    for (const [label, requests, startWriter] of cases) {
      const stop = startWriter?.();
      const row = await load(guildhall, requests);
      row.failed += (await stop?.()) ?? 0;
      rows.push({ label, ...row, ratio: row['reads/s'] / bare['reads/s'] });
    }
  }
  print(rows);
  await baseline.stop();
  await guildhall.stop();
  return rows;
}

/**
 * Writes replies at a steady rate.
 * @returns a function that stops writing and resolves to the number of refused replies
 */
function startWriting(url, thread_id, cookies) {
  const pending = new Set();
  let sent = 0;
  let refused = 0;
  const send = async () => {
    const headers = { cookie: cookies[sent++ % cookies.length], origin: url, 'content-type': 'application/json' };
    const body = JSON.stringify({ thread_id, content: 'What is *written* elsewhere. '.repeat(14) });
    const response = await fetch(`${url}/api/forums/posts`, { method: 'POST', headers, body });
    if (!response.ok) refused++;
    await response.arrayBuffer();
  };
  const timer = setInterval(() => {
    const request = send().finally(() => pending.delete(request));
    pending.add(request);
  }, 1000 / repliesPerSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(pending);
    return refused;
  };
}
