import { readEnv } from '@guildhall/server/process/env.js';
import { createLogger } from '@guildhall/server/process/logger.js';
import { startServer } from '@guildhall/server/server.js';
import { filling, Forum } from './forum.mjs';

const minute = 60_000; // ms
const password = 'the password of every member';

/**
 * Fills a data folder, or the stores of `network`, with a realistic forum: members, threads, replies, edits, moves and
 * deletions.
 * @param {{ dataDir: string, network?: Record<string, string>, members: number, threads: number, replies: number, changes: number, acts?: number,
 *   cookies?: number, atOnce?: number }} size
 *   `atOnce`: number of threads or replies that are written concurrently;
 *   `changes`: further events: edits, deletions, locks, moves; `acts`: bans and unbans by the Admin;
 *   `cookies`: number of members who have logged in
 * @returns {Promise<{ members: number[], cookies: string[], adminCookie: string, password: string, threads: number[], section: number,
 *   bigThread: number, smallThread: number }>}
 */
export async function seed(size) {
  const { dataDir, network = {}, members, threads, replies, changes, acts = 0, cookies: loggedIn = 64 } = size;
  const env = readEnv({ DATA_DIR: dataDir, RATE_LIMITS: 'off', PORT: '0', ...network });
  const { sections, hash } = await serving(env, async ({ policy, passwords }) => ({
    sections: [...policy.structure.sections.keys()],
    hash: await passwords.hash(password),
  }));
  const forum = await filling(env, async (stores) => {
    const written = new Forum(stores, sections, { atOnce: size.atOnce });
    await written.addMembers(members, hash);
    await written.addThreads(threads);
    await written.addReplies(replies);
    await written.change(changes);
    await written.append('staff', [['RoleGiven.v1', { userId: written.members[0], roleId: 1, before: 2 }]]);
    await written.addEntries(acts);
    return written;
  });
  const cookies = await serving(env, (services) => cookiesOf(services, forum.members.slice(0, loggedIn)));
  const [bigThread, smallThread] = forum.threads;
  return {
    ...{ members: forum.members, cookies, adminCookie: cookies[0], password, threads: forum.threads },
    ...{ section: forum.sections[2], bigThread, smallThread },
  };
}

/** Runs `work` with a server that does not listen, after its views and search index have caught up with the log. */
export async function serving(env, work) {
  const server = await startServer(env, createLogger({ logLevel: 'error' }), { listen: false });
  try {
    const { services } = server;
    const head = await services.log.head();
    while (!(await services.search.waitFor(head, minute)));
    return await work(services);
  } finally {
    await server.close();
  }
}

/** Creates sessions as a login would. */
async function cookiesOf({ sessions }, members) {
  const cookies = [];
  for (const member of members) {
    const { cookie } = await sessions.begin(member, 'bench');
    cookies.push(`${cookie.name}=${cookie.value}`);
  }
  return cookies;
}
