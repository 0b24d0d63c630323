import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pictureFile } from '@guildhall/server/testing/picture-files.js';
import { rowsOf } from './database-rows.js';
import { linkOf, newThread, Person, reply } from '../site/member.js';
import type { ServerProcess } from './server-process.js';

/** A member whose name, address, password and texts occur nowhere else. */
export interface ErasedUser {
  person: Person;
  id: number;
  username: string;
  email: string;
  password: string;
  title: string;
  threadText: string;
  replyText: string;
  /** A post on their own wall, a reply to it, their report, and the reason of their temporary ban. */
  wallPost: string;
  wallReply: string;
  report: string;
  banReason: string;
  /** The user agent of their login. */
  userAgent: string;
  /** The secret of their two-step login, which is not on yet, in base32. */
  twoStepSecret: string;
  /** The address of their picture. */
  avatar: string;
  threadId: number;
  replyId: number;
}

/**
 * Registers such a member. They write a thread, a reply, on their wall and a report, upload a picture and begin to set
 * up the two-step login. The Admin bans them for a while with a reason.
 */
export async function createUserToErase(server: ServerProcess, admin: Person): Promise<ErasedUser> {
  const person = new Person(server.url);
  const mailbox = `box${word()}`;
  const [username, email, password] = [`Vi${word()}`, `${mailbox}@example.org`, `secret ${word()}`];
  await register(server, person, { username, email, password });
  const [title, threadText, replyText] = [`Title ${word()}`, `Thread ${word()}`, `Reply ${word()}`];
  const threadId = await newThread(person, title, threadText);
  const replyId = await reply(person, threadId, replyText);
  const id = person.me?.id ?? 0;
  const banReason = `Banned ${word()}`;
  await admin.done('POST', `/admin/ban/${id}`, { reason: banReason }, randomUUID());
  await admin.done('POST', `/admin/unban/${id}`, {}, randomUUID());
  const more = await traces(person, { username, password });
  const texts = { title, threadText, replyText, banReason };
  return { person, id, username, email, password, ...texts, ...more, threadId, replyId };
}

type Login = Pick<ErasedUser, 'username' | 'password'>;
type Traces = Pick<ErasedUser, 'wallPost' | 'wallReply' | 'report' | 'userAgent' | 'twoStepSecret' | 'avatar'>;

/** The member's other data, besides threads and replies. The ban ended their sessions, so they log in again first. */
async function traces(person: Person, { username, password }: Login): Promise<Traces> {
  const [wallPost, wallReply, report] = [`Wall ${word()}`, `Below ${word()}`, `Report ${word()}`];
  const userAgent = `Browser ${word()}`;
  const headers = { origin: person.url, 'user-agent': userAgent, 'content-type': 'application/json' };
  const form = JSON.stringify({ email_or_username: username, password });
  const login = await fetch(`${person.url}/api/login`, { method: 'POST', headers, body: form });
  person.cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { id } = await person.done('POST', `/profile/${username}/posts`, { content: wallPost }, randomUUID());
  await person.done('POST', `/profile/posts/${Number(id)}/replies`, { content: wallReply }, randomUUID());
  await person.done('POST', '/reports', { kind: 'bug', text: report }, randomUUID());
  const { secret } = await person.done('POST', '/two-step/setup', { password });
  return { wallPost, wallReply, report, userAgent, twoStepSecret: String(secret), avatar: await showPicture(person) };
}

/** @returns its address */
async function showPicture(person: Person): Promise<string> {
  const body = new FormData();
  // In a unique colour: the same picture of two people has one address.
  const bytes = await pictureFile('png', 64, 64, `#${randomBytes(3).toString('hex')}`);
  body.set('avatar', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png');
  const headers = { origin: person.url, cookie: person.cookie };
  const answer = await fetch(`${person.url}/api/account/avatar`, { method: 'POST', headers, body });
  const { avatar_url } = (await answer.json()) as { avatar_url: string };
  if (!answer.ok) throw new Error(`avatar: ${answer.status}`);
  return avatar_url;
}

/** Registers through the form, follows the link of the mail and logs in. */
export async function register(
  server: ServerProcess,
  person: Person,
  { username, email, password }: Pick<ErasedUser, 'username' | 'email' | 'password'>,
): Promise<void> {
  const form = { email, username, password, confirm_password: password };
  await person.done('POST', '/register', form, randomUUID());
  const link = new URL(await linkOf(server, email.replace('@example.org', '')));
  await person.call('GET', link.pathname.replace('/api', '') + link.search);
  const answer = await person.logIn(username, password);
  if (!person.me) throw new Error(`login: ${JSON.stringify(answer.body)}`);
}

const word = () => randomBytes(6).toString('hex');

/** The values that identify the member. */
export const namesOf = ({ username, email }: ErasedUser): string[] => [username, email];

/** The last word of each text: the pages of a file may cut a long one in two. */
export const textsOf = ({ title, threadText, replyText }: ErasedUser): string[] =>
  [title, threadText, replyText].map((text) => text.split(' ').at(-1) ?? '');

/** The account's data besides the name: erased even where the texts stay. */
export const marksOf = ({ userAgent, twoStepSecret, avatar }: ErasedUser): string[] => [
  userAgent.split(' ').at(-1) ?? '',
  twoStepSecret,
  /[0-9a-f]{64}/.exec(avatar)?.[0] ?? '',
];

/** Words that no file contains in the clear: they are sealed in the log, and in no index. */
export const sealedOf = ({ wallPost, wallReply, report, banReason }: ErasedUser): string[] =>
  [wallPost, wallReply, report, banReason].map((text) => text.split(' ').at(-1) ?? '');

/** What the vault of a data folder stores about a member besides the name. */
export function secretsOf(dataDir: string, { id }: ErasedUser): { key: Uint8Array; passwordHash: string } {
  const sql = `SELECT hex(key) AS key, document ->> 'passwordHash' AS passwordHash FROM accounts WHERE id = ${id}`;
  const [row] = rowsOf<{ key: string; passwordHash: string }>(join(dataDir, 'vault.db'), sql);
  if (!row?.passwordHash) throw new Error('The vault does not have him');
  return { key: Buffer.from(row.key, 'hex'), passwordHash: row.passwordHash };
}
