import { limits } from '@guildhall/domain/limits.js';
import { maxTopics } from '@guildhall/domain/wire/topics.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../site/member.js';
import { Connections, floodSockets, requestStatus, type Target } from './attack-connections.js';
import { hostileQueries, hostileTexts } from './hostile-texts.js';

export interface Forum {
  admin: Person;
  member: Person;
  sectionId: number;
  threadId: number;
  /** Threads for bulk calls. */
  threads: readonly number[];
  position: string;
}

type Attacker = (target: Target, forum: Forum) => Promise<void>;

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\naccept: */*\r\n${more}\r\n`;
const pages = ['/feed.atom', '/api/forums/recent?limit=100', '/'];

/** An attacker without an account uses one address. */
export const attackers: Record<string, Attacker> = {
  async 'hostile texts'({ stopping, count }, { member, threadId, sectionId }) {
    for (let n = 0; !stopping.aborted; n++) {
      const content = pick(hostileTexts, n);
      const calls: [string, string, object][] = [
        ['POST', '/forums/posts', { thread_id: threadId, content }],
        ['POST', '/forums/preview', { content }],
        ['POST', '/forums/threads', { section_id: sectionId, title: content.slice(0, 119), content }],
        ['POST', `/profile/${member.me?.username}/posts`, { content }],
      ];
      const [method, path, body] = pick(calls, Math.floor(n / hostileTexts.length));
      const { status } = await member.call(method, path, body).catch(() => ({ status: 0 }));
      count(`texts: ${status}`);
      await sleep(50);
    }
  },

  async reads({ stopping, count, url }, { threadId }) {
    const paths = [
      `/forums/thread/${threadId}`,
      `/api/forums/posts/${threadId}`,
      `/api/forums/posts/${threadId}?last=100`,
      '/feed.atom',
      `/forums/thread/${threadId}/feed.atom`,
      '/sitemap.xml',
      ...hostileQueries.map((query) => `/api/search?q=${encodeURIComponent(query)}&limit=100`),
    ];
    for (let n = 0; !stopping.aborted; n++) {
      const headers = { accept: n % 2 ? 'text/html' : '*/*' };
      const status = await fetch(url + pick(paths, n), { headers }).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => 0,
      );
      count(`reads: ${status}`);
      await sleep(10);
    }
  },

  async 'bulk calls'({ stopping, count }, { admin, member, threads }) {
    for (let n = 0; !stopping.aborted; n++) {
      const ids = Array.from({ length: limits.bulk }, (_, i) => pick(threads, i));
      const body = { action: n % 2 ? 'lock' : 'unlock', ids: [...new Set(ids)] };
      const { status } = await (n % 5 ? admin : member)
        .call('POST', '/forums/threads/bulk', body)
        .catch(() => ({ status: 0 }));
      count(`bulk: ${status}`);
      await sleep(500);
    }
  },

  async passwords(target) {
    const guess = async (from: number) => {
      for (let n = 0; !target.stopping.aborted; n++) {
        const body = { email_or_username: `Name${n % 50}`, password: `guess ${n}` };
        const call = { method: 'POST', path: '/api/login', body };
        target.count(`passwords: ${await requestStatus(target, `127.0.1.${from + (n % 12) * 20}`, call)}`);
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, n) => guess(n + 1)));
  },

  async 'half-open requests'(target) {
    const connections = new Connections(target, '127.0.0.2');
    const beginnings = [
      '',
      'GET / HTTP/1.1\r\nhost: ',
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 200000\r\n\r\n{',
    ];
    let n = 0;
    await connections.keep(600, 5, () => connections.add('half-open', pick(beginnings, n++), true));
  },

  async 'slow readers'(target) {
    const connections = new Connections(target, '127.0.0.3');
    let n = 0;
    await connections.keep(300, 20, () => {
      const firstBytes = get(pick(pages, n), n % 2 ? 'accept-encoding: gzip\r\n' : '').repeat(4);
      n++;
      connections.add('slow', firstBytes, false);
    });
  },

  async pipelining(target) {
    const connections = new Connections(target, '127.0.0.4');
    await connections.keep(5, 100, () => connections.add('pipelined', get('/feed.atom').repeat(300), false));
  },

  async garbage(target) {
    const connections = new Connections(target, '127.0.0.5');
    const bytes = Buffer.from(Array.from({ length: 60_000 }, (_, n) => (n * 31) % 256));
    const header = `GET / HTTP/1.1\r\nx: ${'y'.repeat(50_000)}`;
    let n = 0;
    await connections.keep(20, 50, () => connections.add('garbage', n++ % 2 ? bytes : header, true));
  },

  async 'live connections'(target, { threads, position }) {
    const topics = Array.from({ length: maxTopics }, (_, n) => ({ topic: `thread:${pick(threads, n)}`, position }));
    await floodSockets(target, '127.0.0.6', topics);
  },
};
