import { join } from 'node:path';
import { startGuildhall } from '../processes.mjs';
import { percentile, print } from '../report.mjs';
import { seed } from '../seed.mjs';

/**
 * Lists, the table of users and the audit, requested one after another by an Admin, in a small and in a large forum.
 * Before each request a member replies, to the thread that is opened where it is one, so that no cached response is
 * measured; these replies are measured, too. The threads that are opened have 50 posts in both forums.
 */
export async function lists({ folder, quick, scale }) {
  const small = { members: 100, threads: 50, replies: 950, changes: 100, acts: 100 };
  let large = { members: 10_000, threads: 3_000, replies: 97_000, changes: 5_000, acts: 10_000 };
  if (quick) large = { members: 1_000, threads: 300, replies: 8_000, changes: 500, acts: 1_000 };
  if (scale) large = { members: 100_000, threads: 20_000, replies: 980_000, changes: 10_000, acts: 10_000 };
  const rounds = quick ? 60 : 200;
  const few = await measure(join(folder, 'lists-small'), small, rounds);
  const many = await measure(join(folder, 'lists-large'), large, rounds);
  const rows = few.map(([what, before], i) => {
    const after = many[i][1];
    return {
      what,
      'p50 small': percentile(before, 0.5),
      'p99 small': percentile(before, 0.99),
      'p50 large': percentile(after, 0.5),
      'p99 large': percentile(after, 0.99),
      'ratio of p50': percentile(after, 0.5) / percentile(before, 0.5),
    };
  });
  print(rows);
  return rows;
}

async function measure(dataDir, size, rounds) {
  const began = performance.now();
  const forum = await seed({ dataDir, ...size });
  console.log(`${size.threads + size.replies} posts in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const guildhall = await startGuildhall(dataDir);
  const headers = { cookie: forum.adminCookie, accept: 'application/json' };
  const reply = async (thread = forum.smallThread) => {
    const body = JSON.stringify({ thread_id: thread, content: 'Another one' });
    const sent = { ...headers, origin: guildhall.url, 'content-type': 'application/json' };
    const began = performance.now();
    const answer = await fetch(`${guildhall.url}/api/forums/posts`, { method: 'POST', headers: sent, body });
    if (!answer.ok) throw new Error(`posts: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    replied.push(performance.now() - began);
  };
  const replied = [];
  const deep = await deepPage(guildhall.url, headers, forum.section);
  const opened = forum.threads.slice(2, 12);
  for (const thread of opened) {
    const answer = await fetch(`${guildhall.url}/api/forums/threads/${thread}`, { headers });
    for (let replies = (await answer.json()).reply_count; replies < 49; replies++) await reply(thread);
  }
  replied.length = 0;
  const times = [];
  for (const [what, pathOf, threadOf] of askedOf({ ...forum, deep, opened }, size)) {
    const ms = [];
    for (let round = -5; round < rounds; round++) {
      await reply(threadOf?.(Math.abs(round)));
      const began = performance.now();
      const answer = await fetch(guildhall.url + pathOf(Math.abs(round)), { headers });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${pathOf(round)}: ${answer.status} ${body}`);
      if (round >= 0) ms.push(performance.now() - began);
    }
    times.push([what, ms]);
  }
  await guildhall.stop();
  return [...times, ['a reply', replied]];
}

/** The address of the page at the end of a section's first thousand threads, or of its first twenty. */
async function deepPage(url, headers, section) {
  const path = `/api/forums/threads?section_id=${section}`;
  for (const limit of [900, 10]) {
    const answer = await fetch(`${url}${path}&limit=${limit}`, { headers });
    const next = /cursor=([^>&]+)/.exec(answer.headers.get('link') ?? '')?.[1];
    await answer.text();
    if (next) return `${path}&cursor=${next}`;
  }
  return path;
}

/** The rounds request pages of twenty rows and a few more, no two successive ones alike; some, after a reply in a thread. */
function askedOf({ section, opened, bigThread, deep }, { members }) {
  const limit = (round) => 20 + (round % 7);
  const member = (round) => `Member${(round * 37) % members}`;
  const thread = (round) => opened[round % opened.length];
  return [
    ['threads of a section', (round) => `/api/forums/threads?section_id=${section}&limit=${limit(round)}`],
    ['threads of a section, far down', (round) => `${deep}&limit=${limit(round)}`],
    ['recent threads', (round) => `/api/forums/recent?limit=${limit(round)}`],
    ['a thread', (round) => `/api/forums/threads/${thread(round)}`, thread],
    ['its first page', (round) => `/api/forums/posts/${thread(round)}?limit=${limit(round)}`, thread],
    [
      'newest replies of the biggest thread',
      (round) => `/api/forums/posts/${bigThread}?last=${limit(round)}`,
      () => bigThread,
    ],
    ['members by posts', (round) => `/api/forums/member-stats?limit=${limit(round)}`],
    ['members by a part of the name', (round) => `/api/forums/member-stats?search=er${round % 100}&limit=20`],
    ['a profile', (round) => `/api/profile/${member(round)}`],
    ["a member's activity", (round) => `/api/profile/${member(round)}/activity`],
    ['users by posts', (round) => `/api/admin/users?sort=posts&order=desc&limit=${limit(round)}`],
    ['users by a part of the address', (round) => `/api/admin/users?search=ber${round % 100}@&limit=20`],
    ['users, a page in the middle', () => `/api/admin/users?sort=email&limit=20&page=${Math.ceil(members / 40)}`],
    [
      'who holds Member, a page in the middle',
      () => `/api/admin/roles/2/holders?limit=20&page=${Math.ceil(members / 40)}`,
    ],
    ['audit', (round) => `/api/admin/audit?limit=${limit(round)}`],
    ['audit of one actor', (round) => `/api/admin/audit?actor=Member0&limit=${limit(round)}`],
    ['audit of one member', (round) => `/api/admin/audit?target=${member(round)}&limit=20`],
    ['audit of one kind', (round) => `/api/admin/audit?kind=MemberBanned&limit=${limit(round)}`],
    ['feed of a section', () => '/forums/news/feed.atom'],
  ];
}
