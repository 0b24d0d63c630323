import { setTimeout as sleep } from 'node:timers/promises';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { TestListener } from '@guildhall/server/testing/test-listener.js';
import { LivePage } from './live-page.js';
import { Person, reply } from '../site/member.js';
import { waitUntil } from '../processes/network-site.js';

export interface TwoServers {
  urls: readonly [string, string];
  cookie: string;
  thread: number;
}

const createWriter = ({ cookie }: TwoServers, url: string): Person => Object.assign(new Person(url), { cookie });

/**
 * Sends replies to the first server while clients of the second server receive them.
 * @returns the sorted times in milliseconds from each acknowledgement to the last arrival, and the arrivals of each
 * reply
 */
export async function measureTimes(pair: TwoServers, { clients, replies }: { clients: number; replies: number }) {
  const [firstUrl, secondUrl] = pair.urls;
  const topic: Topic = `thread:${pair.thread}`;
  // The second server sees the views only once the first one has committed them, which takes a moment.
  const page = await waitUntil(
    () => fetch(`${secondUrl}/api/forums/posts/${pair.thread}`),
    ({ ok }) => ok,
  );
  const position = page.headers.get('guildhall-position') ?? '';
  const listeners = await Promise.all(Array.from({ length: clients }, () => TestListener.open(secondUrl)));
  const arrivals = new Map<number, number[]>();
  for (const listener of listeners) {
    listener.socket.on('topic', (message) => {
      for (const row of 'rows' in message ? message.rows : []) {
        if (row.kind === 'post') arrivals.set(row.id, [...(arrivals.get(row.id) ?? []), performance.now()]);
      }
    });
    await listener.listen(topic, position);
  }
  const sent: { id: number; acknowledged: number }[] = [];
  for (let n = 0; n < replies; n++) {
    const id = await reply(createWriter(pair, firstUrl), pair.thread, `Across ${n}`);
    sent.push({ id, acknowledged: performance.now() });
    await sleep(20);
  }
  const isThere = () => Promise.resolve(sent.every(({ id }) => (arrivals.get(id)?.length ?? 0) >= clients));
  await waitUntil(isThere, Boolean);
  for (const listener of listeners) listener.close();
  const times = sent.map(({ id, acknowledged }) => Math.max(...(arrivals.get(id) ?? [])) - acknowledged);
  return { times: times.sort((a, b) => a - b), heard: sent.map(({ id }) => arrivals.get(id)?.length) };
}

/**
 * Writes replies on both servers while the page switches between them.
 * @returns the page with all replies, and their contents by id
 */
export async function switchServers(pair: TwoServers, { moves, random }: { moves: number; random: () => number }) {
  const [firstUrl, secondUrl] = pair.urls;
  const page = await LivePage.open(firstUrl, { kind: 'thread', id: pair.thread }, { cookie: pair.cookie });
  const writtenTexts = new Map<number, string>();
  let isOver = false;
  const write = async (url: string) => {
    for (let n = 0; !isOver; n++) {
      const text = `Reply ${n} at ${url}`;
      writtenTexts.set(await reply(createWriter(pair, url), pair.thread, text), text);
      await sleep(random() * 20);
    }
  };
  const writes = Promise.all([write(firstUrl), write(secondUrl)]);
  for (let n = 0; n < moves; n++) {
    await sleep(random() * 150);
    page.moveTo(n % 2 === 0 ? secondUrl : firstUrl);
  }
  isOver = true;
  await writes;
  await page.waitUntil(() => [...writtenTexts.keys()].every((id) => page.thread.replies[id]), 'every reply');
  await page.waitUntilSettled();
  return { page, written: writtenTexts };
}
