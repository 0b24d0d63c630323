import { join } from 'node:path';
import { fetchText, startGuildhall } from '../processes.mjs';
import { compareTimes, print } from '../report.mjs';
import { seed } from '../seed.mjs';

/**
 * Compares lists, the user table and the audit in a small and a large forum, requested sequentially by an Admin. A
 * member replies before each request so that no response comes from the cache. These replies are measured too. The
 * requested threads have 50 posts in both forums. Requests alternate between the forums because a machine's speed
 * varies from minute to minute.
 */
export async function measureLists({ folder, quick, scale }) {
  const small = { members: 100, threads: 50, replies: 950, changes: 100, auditEntries: 100 };
  let large = { members: 10_000, threads: 3_000, replies: 97_000, changes: 5_000, auditEntries: 10_000 };
  if (quick) large = { members: 1_000, threads: 300, replies: 8_000, changes: 500, auditEntries: 1_000 };
  if (scale) large = { members: 100_000, threads: 20_000, replies: 980_000, changes: 10_000, auditEntries: 10_000 };
  const forums = [];
  for (const [name, size] of Object.entries({ small, large })) {
    const dataDir = join(folder, `lists-${name}`);
    const startedAt = performance.now();
    const forum = await seed({ dataDir, ...size });
    console.log(`${size.threads + size.replies} posts in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    forums.push({ dataDir, forum, size });
  }
  return compareLists(forums, quick ? 60 : 200);
}

async function compareLists(forums, rounds) {
  const openForums = [];
  for (const forum of forums) openForums.push(await openForum(forum));
  const rows = openForums[0].requests.map(({ label }, i) => {
    const times = openForums.map(() => []);
    return { label, times, requests: openForums.map((forum) => forum.requests[i]) };
  });
  for (const { times, requests } of rows) {
    for (let round = -5; round < rounds; round++) {
      for (const [k, forum] of openForums.entries()) {
        const ms = await forum.time(requests[k], Math.abs(round));
        if (round >= 0) times[k].push(ms);
      }
    }
  }
  for (const { stop } of openForums) await stop();
  const replies = { label: 'a reply', times: openForums.map(({ replyTimes }) => replyTimes) };
  const table = [...rows, replies].map(({ label, times: [small, large] }) => compareTimes(label, small, large));
  print(table);
  return table;
}

/** `time` sends a reply, then the request, and resolves to the request's duration in milliseconds. */
async function openForum({ dataDir, forum, size }) {
  const { url, stop } = await startGuildhall(dataDir);
  const headers = { cookie: forum.adminCookie, accept: 'application/json' };
  const get = (path) => fetchText(url + path, { headers });
  const replyTimes = [];
  const postReply = async (thread = forum.smallThread) => {
    const body = JSON.stringify({ thread_id: thread, content: 'Another one' });
    const postHeaders = { ...headers, origin: url, 'content-type': 'application/json' };
    const startedAt = performance.now();
    await fetchText(`${url}/api/forums/posts`, { method: 'POST', headers: postHeaders, body });
    replyTimes.push(performance.now() - startedAt);
  };
  const timeRequest = async ({ pathOf, threadOf }, round) => {
    await postReply(threadOf?.(round));
    const startedAt = performance.now();
    await get(pathOf(round));
    return performance.now() - startedAt;
  };
  const deepPath = await findDeepPage(url, headers, forum.section);
  const measuredThreads = forum.threads.slice(2, 12);
  for (const thread of measuredThreads) {
    const { reply_count: count } = JSON.parse(await get(`/api/forums/threads/${thread}`));
    for (let replies = count; replies < 49; replies++) await postReply(thread);
  }
  replyTimes.length = 0;
  const requests = buildRequests({ ...forum, deepPath, threads: measuredThreads }, size);
  return {
    stop,
    time: timeRequest,
    replyTimes,
    requests: requests.map(([label, pathOf, threadOf]) => ({ label, pathOf, threadOf })),
  };
}

/** Returns the page after a section's first 900 threads, or after its first ten if it has fewer. */
async function findDeepPage(url, headers, section) {
  const path = `/api/forums/threads?section_id=${section}`;
  for (const limit of [900, 10]) {
    const response = await fetch(`${url}${path}&limit=${limit}`, { headers });
    const cursor = /cursor=([^>&]+)/.exec(response.headers.get('link') ?? '')?.[1];
    await response.text();
    if (cursor) return `${path}&cursor=${cursor}`;
  }
  return path;
}

/**
 * Successive rounds request different pages of about twenty rows. The third element selects a thread to reply to first.
 */
function buildRequests({ section, threads, bigThread, deepPath }, { members }) {
  const limit = (round) => 20 + (round % 7);
  const pickMemberName = (round) => `Member${(round * 37) % members}`;
  const pickThread = (round) => threads[round % threads.length];
  return [
    ['threads of a section', (round) => `/api/forums/threads?section_id=${section}&limit=${limit(round)}`],
    ['threads of a section, far down', (round) => `${deepPath}&limit=${limit(round)}`],
    ['recent threads', (round) => `/api/forums/recent?limit=${limit(round)}`],
    ['a thread', (round) => `/api/forums/threads/${pickThread(round)}`, pickThread],
    ['its first page', (round) => `/api/forums/posts/${pickThread(round)}?limit=${limit(round)}`, pickThread],
    [
      'newest replies of the biggest thread',
      (round) => `/api/forums/posts/${bigThread}?last=${limit(round)}`,
      () => bigThread,
    ],
    ['members by posts', (round) => `/api/forums/member-stats?limit=${limit(round)}`],
    ['members by a part of the name', (round) => `/api/forums/member-stats?search=er${1 + (round % 9)}&limit=11`],
    ['a profile', (round) => `/api/profile/${pickMemberName(round)}`],
    ["a member's activity", (round) => `/api/profile/${pickMemberName(round)}/activity`],
    ['users by posts', (round) => `/api/admin/users?sort=posts&order=desc&limit=${limit(round)}`],
    ['users by a part of the address', (round) => `/api/admin/users?search=ber${round % 100}@&limit=20`],
    ['users, a page in the middle', () => `/api/admin/users?sort=email&limit=20&page=${Math.ceil(members / 40)}`],
    [
      'who holds Member, a page in the middle',
      () => `/api/admin/roles/2/holders?limit=20&page=${Math.ceil(members / 40)}`,
    ],
    ['audit', (round) => `/api/admin/audit?limit=${limit(round)}`],
    ['audit of one actor', (round) => `/api/admin/audit?actor=Member0&limit=${limit(round)}`],
    ['audit of one member', (round) => `/api/admin/audit?target=${pickMemberName(round)}&limit=20`],
    ['audit of one kind', (round) => `/api/admin/audit?kind=MemberBanned&limit=${limit(round)}`],
    ['feed of a section', () => '/forums/news/feed.atom'],
  ];
}
