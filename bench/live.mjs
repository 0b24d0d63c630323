import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBaseline, startClient, startGuildhall } from './processes.mjs';
import { percentile, print } from './report.mjs';

const now = () => performance.timeOrigin + performance.now();

/**
 * From a reply that is acknowledged to its arrival at a thousand sockets, beside bare Socket.IO sending the same bytes to
 * the same clients. A message may overtake the acknowledgement: times from the sending of the request stand beside.
 */
export async function live({ dataDir, folder, smallThread, cookies, quick }) {
  const options = { count: quick ? 200 : 1_000, replies: quick ? 40 : 200, perSecond: 10 };
  const guildhall = await startGuildhall(dataDir);
  const watchers = startClient('watchers.mjs');
  const page = await fetch(`${guildhall.url}/api/forums/posts/${smallThread}?limit=20`);
  const position = page.headers.get('guildhall-position');
  const topic = `thread:${smallThread}`;
  const body = { thread_id: smallThread, content: 'The tunnel is great at night. '.repeat(10) };
  const joined = { verb: 'join', url: guildhall.url, topic, position, count: options.count };
  await watchers.ask(joined);
  const headers = { cookie: cookies[1], origin: guildhall.url, 'content-type': 'application/json' };
  const own = await measure(watchers, `${guildhall.url}/api/forums/posts`, { headers, body, ...options });
  await watchers.ask({ verb: 'close' });
  await guildhall.stop();

  const bodyFile = join(folder, 'message.json');
  writeFileSync(bodyFile, JSON.stringify(own.sample));
  const baseline = await startBaseline('socket-io', { BODY_FILE: bodyFile });
  await watchers.ask({ ...joined, url: baseline.url });
  const bare = await measure(watchers, `${baseline.url}/reply`, { headers, body, ...options });
  await baseline.stop();
  watchers.stop();
  const row = (what, it) => ({
    what,
    watchers: options.count,
    missing: it.missing,
    twice: it.twice,
    'ack p50': percentile(it.fromAck, 0.5),
    'ack p99': percentile(it.fromAck, 0.99),
    'sent p50': percentile(it.fromSent, 0.5),
    'sent p99': percentile(it.fromSent, 0.99),
  });
  const rows = [row('bare Socket.IO', bare), row('Guildhall', own)];
  print(rows);
  console.log(`p99 from sending: ${(rows[1]['sent p99'] / rows[0]['sent p99']).toFixed(2)} times bare Socket.IO`);
  return rows;
}

async function measure(watchers, url, { headers, body, count, replies, perSecond }) {
  const sends = [];
  for (let i = 0; i < replies; i++) {
    sends.push(send(url, headers, body));
    await sleep(1000 / perSecond);
  }
  const sent = await Promise.all(sends);
  const { arrivals, sample } = await watchers.ask({ verb: 'arrivals', ids: sent.map(({ id }) => id) });
  const each = (from) => arrivals.flatMap((times, i) => times.map((at) => at - sent[i][from]));
  return {
    sample,
    missing: arrivals.reduce((sum, times) => sum + Math.max(0, count - times.length), 0),
    twice: arrivals.reduce((sum, times) => sum + Math.max(0, times.length - count), 0),
    fromAck: each('acknowledged'),
    fromSent: each('sent'),
  };
}

async function send(url, headers, body) {
  const sent = now();
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const { id } = await answer.json();
  return { id, sent, acknowledged: now() };
}
