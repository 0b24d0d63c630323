// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Registers a member, follows the link in their email, and logs in.
 * @param {string} url
 * @param {string} dataDir
 * @param {string} username
 * @returns {Promise<string>} their cookie, as `name=value`
 */
export async function registerMember(url, dataDir, username) {
  const email = `${username.toLowerCase()}@example.org`;
  const password = `a password of ${username}`;
  await call(url, undefined, 'POST', '/register', { email, username, password, confirm_password: password });
  await fetch(await readVerificationLink(dataDir, email), { redirect: 'manual' });
  const response = await send(url, undefined, 'POST', '/login', { email_or_username: username, password });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`${username} could not log in: ${await response.text()}`);
  return cookie;
}

/**
 * @param {string} dataDir
 * @param {string} email
 */
async function readVerificationLink(dataDir, email) {
  const outbox = join(dataDir, 'outbox');
  for (let tries = 0; tries < 400; tries++) {
    // The folder does not exist before the first email.
    const files = existsSync(outbox) ? readdirSync(outbox) : [];
    for (const name of files.filter((file) => file.endsWith('.eml'))) {
      // Quoted-printable text breaks long lines with `=`, and encodes the `=` in the link as `=3D`.
      const unwrappedText = readFileSync(join(outbox, name), 'utf8').replaceAll(/=\r?\n/g, '');
      const text = unwrappedText.replaceAll('=3D', '=').replaceAll('&amp;', '&');
      const link = /https?:\/\/\S+\/api\/verify\?[^\s"<>]+/.exec(text);
      if (link && text.includes(email)) return link[0];
    }
    await sleep(25);
  }
  throw new Error(`No email was sent to ${email}`);
}

/**
 * @param {string} url
 * @param {string | undefined} cookie
 * @param {string} method
 * @param {string} path below /api
 * @param {object} [body] a form, or an object to send as JSON
 * @returns {Promise<any>} the response body
 */
export async function call(url, cookie, method, path, body) {
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
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
}
