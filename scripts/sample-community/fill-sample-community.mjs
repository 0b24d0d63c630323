// @ts-check
import { drawHead } from './draw-head.mjs';
import { longThread } from './long-thread.mjs';
import { olderThreads } from './more-threads.mjs';
import { follows, people, reports, sampleRoles, walls } from './people.mjs';
import { prefixes, rules, subsections, threads } from './sample-community.mjs';
import { call, registerMember } from './site-calls.mjs';

/** @typedef {{ name: string, value: string }} Cookie */
/** @typedef {(who: string, method: string, path: string, body?: object) => Promise<any>} Caller calls the API as a member */
/** @typedef {Map<string, { section_id: number, subsection_id: number | null }>} Places by name */

/**
 * @typedef {object} SampleCommunity
 * @property {number} threadId the newest thread
 * @property {number} longThreadId a thread with more than a hundred replies, the last of which are unread
 * @property {Cookie} cookie a member's session
 * @property {Cookie} admin an Admin's session
 */

/** @typedef {import('./sample-community.mjs').SampleThread} SampleThread */

const owner = 'Mila';
const reader = 'Sanne';
/** Exceeds every position so that everything written so far is marked as read. */
const maxOrder = '9'.repeat(20);

/**
 * Fills a fresh server with the sample community over HTTP, as members would.
 * @param {string} url
 * @param {string} dataDir the server's data folder, which contains its emails
 * @param {{ isSmall?: boolean }} [options] isSmall: only two subsections and the newest threads, no reports
 * @returns {Promise<SampleCommunity>}
 */
export async function fillSampleCommunity(url, dataDir, { isSmall = false } = {}) {
  /** @type {Map<string, string>} */
  const cookies = new Map();
  // The members register one after another because the first one becomes Admin.
  for (const { name } of people) cookies.set(name, await registerMember(url, dataDir, name));
  /** @type {Caller} */
  const callAs = (who, method, path, body) => call(url, cookies.get(who), method, path, body);
  await fillProfiles(callAs);
  const { places, prefixIds } = await createPlaces(callAs, isSmall ? subsections.slice(0, 2) : subsections);
  /** @type {Map<SampleThread, number>} */
  const ids = new Map();
  const selectedThreads = isSmall
    ? threads.filter((thread) => thread !== longThread && !olderThreads.includes(thread))
    : threads;
  for (const thread of selectedThreads) ids.set(thread, await writeThread(callAs, places, prefixIds, thread));
  await addInteractions(callAs, ids, isSmall ? [] : reports);
  await callAs(owner, 'PUT', '/admin/settings', { set_up: true });
  const [threadId = 0, longThreadId = 0] = [threads.at(-1), longThread].map((thread) => thread && ids.get(thread));
  return { threadId, longThreadId, cookie: parseCookie(cookies.get(reader)), admin: parseCookie(cookies.get(owner)) };
}

/**
 * @param {string | undefined} header
 * @returns {Cookie}
 */
function parseCookie(header = '') {
  const [name = '', value = ''] = header.split('=');
  return { name, value };
}

/**
 * Sets the members' roles, pictures, titles, biographies and links.
 * @param {Caller} as
 */
async function fillProfiles(as) {
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
    if (role) await as(owner, 'POST', `/admin/role/${findId(members, name)}`, { role: findId(roles, role) });
  }
}

/**
 * @param {{ id: number, name?: string, username?: string }[]} rows
 * @param {string} name
 */
function findId(rows, name) {
  const namedRow = rows.find((row) => row.name === name || row.username === name);
  if (!namedRow) throw new Error(`There is no ${name}`);
  return namedRow.id;
}

/**
 * @param {Caller} as
 * @param {typeof subsections} sampleSubsections
 * @returns {Promise<{ places: Places, prefixIds: Map<string, number> }>}
 */
async function createPlaces(as, sampleSubsections) {
  /** @type {Places} */
  const places = new Map();
  const sections = await as(owner, 'GET', '/forums/sections');
  for (const { id, name } of sections) places.set(name, { section_id: id, subsection_id: null });
  const section_id = findId(sections, 'community');
  for (const subsection of sampleSubsections) {
    const { id } = await as(owner, 'POST', '/forums/subsections', { section_id, ...subsection });
    places.set(`community/${subsection.name}`, { section_id, subsection_id: id });
  }
  const community = sections.find((/** @type {{ id: number }} */ { id }) => id === section_id);
  const { name, display_name, description, icon, allow_threads_direct } = community;
  const withRules = { name, display_name, description, icon, allow_threads_direct, rules };
  await as(owner, 'PUT', `/forums/sections/${section_id}`, withRules);
  await as(owner, 'PUT', `/forums/sections/${section_id}/prefixes`, { prefixes });
  /** @type {{ id: number, prefixes: { id: number, label: string }[] }[]} */
  const sectionsWithPrefixes = await as(owner, 'GET', '/forums/sections');
  const offeredPrefixes = sectionsWithPrefixes.flatMap((section) => section.prefixes);
  return { places, prefixIds: new Map(offeredPrefixes.map(({ id, label }) => [label, id])) };
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
  const readCount = replies.length - unread;
  for (const [n, [who, text]] of replies.entries()) {
    if (n === readCount) await as(reader, 'PUT', `/forums/threads/${id}/read`, { order: maxOrder });
    await as(who, 'POST', '/forums/posts', { thread_id: id, content: text });
  }
  if (unread === 0) await as(reader, 'PUT', `/forums/threads/${id}/read`, { order: maxOrder });
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
 * Lets members follow one another, write on walls and file reports.
 * @param {Caller} as
 * @param {Map<SampleThread, number>} threadIds
 * @param {typeof reports} sampleReports
 */
async function addInteractions(as, threadIds, sampleReports) {
  for (const [follower, followed] of follows) await as(follower, 'POST', `/profile/${followed}/follow`);
  for (const { owner: wallOwner, by, content, replies } of walls) {
    const { id } = await as(by, 'POST', `/profile/${wallOwner}/posts`, { content });
    for (const [who = '', text] of replies) await as(who, 'POST', `/profile/posts/${id}/replies`, { content: text });
  }
  for (const { by, thread, ...report } of sampleReports) {
    const reportedThread = threads.find(({ title }) => title === thread);
    const subject = reportedThread && { subject: { kind: 'thread', id: threadIds.get(reportedThread) } };
    await as(by, 'POST', '/reports', { ...report, ...subject });
  }
}
