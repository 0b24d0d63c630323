import { readEnv } from '@guildhall/server/process/env.js';
import { createLogger } from '@guildhall/server/process/logger.js';
import { startServer } from '@guildhall/server/server.js';
import { fillStores, Forum } from './forum.mjs';

const minuteMs = 60_000;
const password = 'the password of every member';

/**
 * Fills a data folder, or the stores of `network`, with a realistic forum: members, threads, replies, edits, moves and
 * deletions.
 * @param {{ dataDir: string, network?: Record<string, string>, members: number, threads: number, replies: number,
 * changes: number, auditEntries?: number, cookies?: number, concurrency?: number }} size `concurrency`: number of
 * threads or replies written concurrently; `changes`: further events: edits, deletions, locks, moves; `auditEntries`:
 * bans and unbans by the Admin; `cookies`: number of members who have logged in
 * @returns {Promise<{ members: number[], cookies: string[], adminCookie: string, password: string, threads: number[],
 * section: number, bigThread: number, smallThread: number }>}
 */
export async function seed(size) {
  const {
    dataDir,
    network = {},
    members,
    threads,
    replies,
    changes,
    auditEntries = 0,
    cookies: sessionCount = 64,
  } = size;
  const env = readEnv({ DATA_DIR: dataDir, RATE_LIMITS: 'off', PORT: '0', ...network });
  const { sections, hash } = await withServer(env, async ({ policy, passwords }) => ({
    sections: [...policy.structure.sections.keys()],
    hash: await passwords.hash(password),
  }));
  const forum = await fillStores(env, async (stores) => {
    const newForum = new Forum(stores, sections, { concurrency: size.concurrency });
    await newForum.addMembers(members, hash);
    await newForum.addThreads(threads);
    await newForum.addReplies(replies);
    await newForum.addChanges(changes);
    await newForum.append('staff', [['RoleGiven.v1', { userId: newForum.members[0], roleId: 1, before: 2 }]]);
    await newForum.addAuditEntries(auditEntries);
    return newForum;
  });
  const cookies = await withServer(env, (services) => createSessions(services, forum.members.slice(0, sessionCount)));
  const [bigThread, smallThread] = forum.threads;
  return {
    members: forum.members,
    cookies,
    adminCookie: cookies[0],
    password,
    threads: forum.threads,
    section: forum.sections[2],
    bigThread,
    smallThread,
  };
}

/** Runs `work` with a server that does not listen, after its views and search index have caught up with the log. */
export async function withServer(env, work) {
  const server = await startServer(env, createLogger({ logLevel: 'error' }), { listen: false });
  try {
    const { services } = server;
    const head = await services.log.readHead();
    while (!(await services.search.waitFor(head, minuteMs)));
    return await work(services);
  } finally {
    await server.close();
  }
}

/** Creates sessions as a login would. */
async function createSessions({ sessions }, members) {
  const cookies = [];
  for (const member of members) {
    const { cookie } = await sessions.begin(member, 'bench');
    cookies.push(`${cookie.name}=${cookie.value}`);
  }
  return cookies;
}
