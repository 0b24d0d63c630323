// @ts-check
import { drawHead } from './draw-head.mjs';
import { longThread } from './long-thread.mjs';
import { olderThreads } from './more-threads.mjs';
import { follows, people, reports, sampleRoles, walls } from './people.mjs';
import { prefixes, rules, subsections, threads } from './sample-community.mjs';
import { call, registered } from './site-calls.mjs';

/** @typedef {{ name: string, value: string }} Cookie */
/** @typedef {(who: string, method: string, path: string, body?: object) => Promise<any>} Caller a call by a member */
/** @typedef {Map<string, { section_id: number, subsection_id: number | null }>} Places by their names */

/**
 * @typedef {object} SampleCommunity
 * @property {number} threadId the newest thread
 * @property {number} longThreadId a thread with more than a hundred replies, the last of which the member has not read
 * @property {Cookie} cookie the session of a member
 * @property {Cookie} admin the session of an Admin
 */

/** @typedef {import('./sample-community.mjs').SampleThread} SampleThread */

const owner = 'Mila';
const reader = 'Sanne';
/** Larger than every position: marks everything written so far as read. */
const newest = '9'.repeat(20);

/**
 * Fills a fresh server with the sample community over HTTP, as members would.
 * @param {string} url
 * @param {string} dataDir the data folder of the server, which contains its mails
 * @param {{ isSmall?: boolean }} [options] isSmall: only two subsections and the newest threads, without reports
 * @returns {Promise<SampleCommunity>}
 */
export async function fillSampleCommunity(url, dataDir, { isSmall = false } = {}) {
  /** @type {Map<string, string>} */
  const cookies = new Map();
  // Sequential, because the first one becomes Admin.
  for (const { name } of people) cookies.set(name, await registered(url, dataDir, name));
  /** @type {Caller} */
  const as = (who, method, path, body) => call(url, cookies.get(who), method, path, body);
  await introduce(as);
  const { places, prefixIds } = await createPlaces(as, isSmall ? subsections.slice(0, 2) : subsections);
  /** @type {Map<SampleThread, number>} */
  const ids = new Map();
  const written = isSmall
    ? threads.filter((thread) => thread !== longThread && !olderThreads.includes(thread))
    : threads;
  for (const thread of written) ids.set(thread, await writeThread(as, places, prefixIds, thread));
  await meet(as, ids, isSmall ? [] : reports);
  await as(owner, 'PUT', '/admin/settings', { set_up: true });
  const [threadId = 0, longThreadId = 0] = [threads.at(-1), longThread].map((thread) => thread && ids.get(thread));
  return { threadId, longThreadId, cookie: cookieOf(cookies.get(reader)), admin: cookieOf(cookies.get(owner)) };
}

/**
 * @param {string | undefined} header
 * @returns {Cookie}
 */
function cookieOf(header = '') {
  const [name = '', value = ''] = header.split('=');
  return { name, value };
}

/**
 * Sets the members' pictures, roles, titles and texts.
 * @param {Caller} as
 */
async function introduce(as) {
  for (const { permissions, ...role } of sampleRoles) {
    const { id } = await as(owner, 'POST', '/admin/roles', role);
    for (const permission of permissions) await as(owner, 'POST', `/admin/roles/${id}/permissions`, { permission });
  }
  const roles = await as(owner, 'GET', '/admin/roles');
  const members = await as(owner, 'GET', '/admin/users?limit=100');
  for (const { name, head, title = '', bio = '', links = [], role } of people) {
    if (head) {
      const form = new FormData();
      form.set('avatar', new Blob([Uint8Array.from(drawHead(head))], { type: 'image/png' }), 'head.png');
      await as(name, 'POST', '/account/avatar', form);
    }
    if (title) await as(name, 'PUT', '/account/profile', { title, bio, links, hide_last_seen: false });
    if (role) await as(owner, 'POST', `/admin/role/${idOf(members, name)}`, { role: idOf(roles, role) });
  }
}

/**
 * @param {{ id: number, name?: string, username?: string }[]} rows
 * @param {string} sought
 */
function idOf(rows, sought) {
  const found = rows.find(({ name, username }) => name === sought || username === sought);
  if (!found) throw new Error(`There is no ${sought}`);
  return found.id;
}

/**
 * @param {Caller} as
 * @param {typeof subsections} opened
 * @returns {Promise<{ places: Places, prefixIds: Map<string, number> }>}
 */
async function createPlaces(as, opened) {
  /** @type {Places} */
  const places = new Map();
  const sections = await as(owner, 'GET', '/forums/sections');
  for (const { id, name } of sections) places.set(name, { section_id: id, subsection_id: null });
  const section_id = idOf(sections, 'community');
  for (const subsection of opened) {
    const { id } = await as(owner, 'POST', '/forums/subsections', { section_id, ...subsection });
    places.set(`community/${subsection.name}`, { section_id, subsection_id: id });
  }
  const community = sections.find((/** @type {{ id: number }} */ { id }) => id === section_id);
  const { name, display_name, description, icon, allow_threads_direct } = community;
  const withRules = { name, display_name, description, icon, allow_threads_direct, rules };
  await as(owner, 'PUT', `/forums/sections/${section_id}`, withRules);
  await as(owner, 'PUT', `/forums/sections/${section_id}/prefixes`, { prefixes });
  /** @type {{ id: number, prefixes: { id: number, label: string }[] }[]} */
  const withPrefixes = await as(owner, 'GET', '/forums/sections');
  const offered = withPrefixes.flatMap((section) => section.prefixes);
  return { places, prefixIds: new Map(offered.map(({ id, label }) => [label, id])) };
}

/**
 * @param {Caller} as
 * @param {Places} places
 * @param {Map<string, number>} prefixIds
 * @param {SampleThread} thread
 * @returns {Promise<number>} its id
 */
async function writeThread(as, places, prefixIds, thread) {
  const { place, by, title, content, replies, sticky = false, locked = false, prefix, unread = 0 } = thread;
  const { id } = await as(by, 'POST', '/forums/threads', { ...places.get(place), title, content });
  const read = replies.length - unread;
  for (const [n, [who, text]] of replies.entries()) {
    if (n === read) await as(reader, 'PUT', `/forums/threads/${id}/read`, { order: newest });
    await as(who, 'POST', '/forums/posts', { thread_id: id, content: text });
  }
  if (unread === 0) await as(reader, 'PUT', `/forums/threads/${id}/read`, { order: newest });
  for (const [who, emoji] of thread.reactions ?? []) {
    await as(who, 'PUT', '/forums/reactions', { kind: 'thread', id, emoji });
  }
  if (sticky || locked || prefix) {
    const prefix_id = prefix && prefixIds.get(prefix);
    await as(owner, 'PUT', `/forums/threads/${id}`, {
      title,
      content,
      sticky,
      locked,
      ...(prefix_id && { prefix_id }),
    });
  }
  return id;
}

/**
 * Members follow one another, write on walls and report.
 * @param {Caller} as
 * @param {Map<SampleThread, number>} ids of the threads
 * @param {typeof reports} filed
 */
async function meet(as, ids, filed) {
  for (const [who, whom] of follows) await as(who, 'POST', `/profile/${whom}/follow`);
  for (const { owner: whose, by, content, replies } of walls) {
    const { id } = await as(by, 'POST', `/profile/${whose}/posts`, { content });
    for (const [who = '', text] of replies) await as(who, 'POST', `/profile/posts/${id}/replies`, { content: text });
  }
  for (const { by, thread, ...report } of filed) {
    const reported = threads.find(({ title }) => title === thread);
    const subject = reported && { subject: { kind: 'thread', id: ids.get(reported) } };
    await as(by, 'POST', '/reports', { ...report, ...subject });
  }
}
