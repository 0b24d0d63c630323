// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { people, subsections, threads } from './sample-community.mjs';

/** @typedef {{ name: string, value: string }} Cookie */

/**
 * @typedef {object} SampleCommunity
 * @property {number} threadId of the thread that was written last
 * @property {Cookie} cookie of a member's session
 * @property {Cookie} admin of an Admin's
 */

/**
 * Fills a fresh server with the sample community over HTTP, as members would.
 * @param {string} url
 * @param {string} dataDir the server's own, where it writes its mails
 * @returns {Promise<SampleCommunity>}
 */
export async function fillSampleCommunity(url, dataDir) {
  /** @type {Map<string, string>} */
  const cookies = new Map();
  // One after the other: the first one becomes Admin.
  for (const name of people) cookies.set(name, await registered(url, dataDir, name));
  const sections = await call(url, cookies.get('Mila'), 'GET', '/forums/sections');
  const community = sections.find((/** @type {{ name: string }} */ { name }) => name === 'community');
  /** @type {Map<string, { section_id: number, subsection_id: number | null }>} */
  const places = new Map();
  for (const { id, name } of sections) places.set(name, { section_id: id, subsection_id: null });
  for (const subsection of subsections) {
    const body = { section_id: community.id, ...subsection };
    const { id } = await call(url, cookies.get('Mila'), 'POST', '/forums/subsections', body);
    places.set(`community/${subsection.name}`, { section_id: community.id, subsection_id: id });
  }
  let threadId = 0;
  for (const thread of threads) threadId = await writeThread(url, cookies, places, thread);
  await call(url, cookies.get('Mila'), 'PUT', '/admin/settings', { set_up: true });
  return { threadId, cookie: cookieOf(cookies.get('Sanne')), admin: cookieOf(cookies.get('Mila')) };
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
 * @param {string} url
 * @param {Map<string, string>} cookies
 * @param {Map<string, { section_id: number, subsection_id: number | null }>} places
 * @param {import('./sample-community.mjs').SampleThread} thread
 * @returns {Promise<number>} its id
 */
async function writeThread(
  url,
  cookies,
  places,
  { place, by, title, content, replies, sticky = false, locked = false },
) {
  const { id } = await call(url, cookies.get(by), 'POST', '/forums/threads', { ...places.get(place), title, content });
  for (const [who, text] of replies) {
    await call(url, cookies.get(who), 'POST', '/forums/posts', { thread_id: id, content: text });
  }
  if (sticky || locked) {
    await call(url, cookies.get('Mila'), 'PUT', `/forums/threads/${id}`, { title, content, sticky, locked });
  }
  return id;
}

/**
 * Registers a member, follows the link of their mail, logs in.
 * @param {string} url
 * @param {string} dataDir
 * @param {string} username
 * @returns {Promise<string>} their cookie, as `name=value`
 */
async function registered(url, dataDir, username) {
  const email = `${username.toLowerCase()}@example.org`;
  const password = `a password of ${username}`;
  await call(url, undefined, 'POST', '/register', { email, username, password, confirm_password: password });
  await fetch(await mailedLink(dataDir, email), { redirect: 'manual' });
  const response = await send(url, undefined, 'POST', '/login', { email_or_username: username, password });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`${username} could not log in: ${await response.text()}`);
  return cookie;
}

/**
 * @param {string} dataDir
 * @param {string} email
 */
async function mailedLink(dataDir, email) {
  const outbox = join(dataDir, 'outbox');
  for (let tries = 0; tries < 400; tries++) {
    // There is no folder before the first mail.
    const files = existsSync(outbox) ? readdirSync(outbox) : [];
    for (const name of files.filter((file) => file.endsWith('.eml'))) {
      // Long lines are broken by `=` in quoted-printable, which writes the `=` of the link as `=3D`.
      const written = readFileSync(join(outbox, name), 'utf8').replaceAll(/=\r?\n/g, '');
      const mail = written.replaceAll('=3D', '=').replaceAll('&amp;', '&');
      const link = /https?:\/\/\S+\/api\/verify\?[^\s"<>]+/.exec(mail);
      if (link && mail.includes(email)) return link[0];
    }
    await sleep(25);
  }
  throw new Error(`No mail was written to ${email}`);
}

/**
 * @param {string} url
 * @param {string | undefined} cookie
 * @param {string} method
 * @param {string} path below /api
 * @param {object} [body]
 * @returns {Promise<any>} the body of the response
 */
async function call(url, cookie, method, path, body) {
  const response = await send(url, cookie, method, path, body);
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/**
 * @param {string} url
 * @param {string | undefined} cookie
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
function send(url, cookie, method, path, body) {
  return fetch(`${url}/api${path}`, {
    method,
    headers: {
      accept: 'application/json',
      origin: url,
      'idempotency-key': crypto.randomUUID(),
      ...(cookie && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}
