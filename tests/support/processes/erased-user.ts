import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { readDatabaseRows } from './database-rows.js';
import { readLink, createThread, Person, reply } from '../site/member.js';
import type { ServerProcess } from './server-process.js';

/** The name, address, password and posts occur nowhere else. */
export interface ErasedUser {
  person: Person;
  id: number;
  username: string;
  email: string;
  password: string;
  title: string;
  threadText: string;
  replyText: string;
  /** A post on the member's own wall. */
  wallPost: string;
  wallReply: string;
  report: string;
  banReason: string;
  userAgent: string;
  /** Encoded in base32. Two-step login is not enabled yet. */
  twoStepSecret: string;
  avatar: string;
  threadId: number;
  replyId: number;
}

/** The Admin bans the member temporarily and states a reason. */
export async function createUserToErase(server: ServerProcess, admin: Person): Promise<ErasedUser> {
  const person = new Person(server.url);
  const mailbox = `box${createWord()}`;
  const [username, email, password] = [`Vi${createWord()}`, `${mailbox}@example.org`, `secret ${createWord()}`];
  await register(server, person, { username, email, password });
  const [title, threadText, replyText] = [`Title ${createWord()}`, `Thread ${createWord()}`, `Reply ${createWord()}`];
  const threadId = await createThread(person, title, threadText);
  const replyId = await reply(person, threadId, replyText);
  const id = person.me?.id ?? 0;
  const banReason = `Banned ${createWord()}`;
  await admin.perform('POST', `/admin/ban/${id}`, { reason: banReason });
  await admin.perform('POST', `/admin/unban/${id}`, {});
  const otherTraces = await collectTraces(person, { username, password });
  const texts = { title, threadText, replyText, banReason };
  return { person, id, username, email, password, ...texts, ...otherTraces, threadId, replyId };
}

type Login = Pick<ErasedUser, 'username' | 'password'>;
type Traces = Pick<ErasedUser, 'wallPost' | 'wallReply' | 'report' | 'userAgent' | 'twoStepSecret' | 'avatar'>;

/** The ban ended the member's sessions, so they must log in again first. */
async function collectTraces(person: Person, { username, password }: Login): Promise<Traces> {
  const [wallPost, wallReply, report] = [`Wall ${createWord()}`, `Below ${createWord()}`, `Report ${createWord()}`];
  const userAgent = `Browser ${createWord()}`;
  const headers = { origin: person.url, 'user-agent': userAgent, 'content-type': 'application/json' };
  const form = JSON.stringify({ email_or_username: username, password });
  const login = await fetch(`${person.url}/api/login`, { method: 'POST', headers, body: form });
  person.cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { id } = await person.perform('POST', `/profile/${username}/posts`, { content: wallPost });
  await person.perform('POST', `/profile/posts/${Number(id)}/replies`, { content: wallReply });
  await person.perform('POST', '/reports', { kind: 'bug', text: report });
  const { secret } = await person.perform('POST', '/two-step/setup', { password });
  return { wallPost, wallReply, report, userAgent, twoStepSecret: String(secret), avatar: await showPicture(person) };
}

/** @returns the picture's address */
async function showPicture(person: Person): Promise<string> {
  const body = new FormData();
  // The unique colour prevents two members from sharing a picture's address.
  const bytes = await createPictureFile('png', 64, 64, `#${randomBytes(3).toString('hex')}`);
  body.set('avatar', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png');
  const headers = { origin: person.url, cookie: person.cookie };
  const response = await fetch(`${person.url}/api/account/avatar`, { method: 'POST', headers, body });
  const { avatar_url } = (await response.json()) as { avatar_url: string };
  if (!response.ok) throw new Error(`avatar: ${response.status}`);
  return avatar_url;
}

export async function register(
  server: ServerProcess,
  person: Person,
  { username, email, password }: Pick<ErasedUser, 'username' | 'email' | 'password'>,
): Promise<void> {
  const form = { email, username, password, confirm_password: password };
  await person.perform('POST', '/register', form);
  const link = new URL(await readLink(server, email.replace('@example.org', '')));
  await person.call('GET', link.pathname.replace('/api', '') + link.search);
  const response = await person.logIn(username, password);
  if (!person.me) throw new Error(`login: ${JSON.stringify(response.body)}`);
}

const createWord = () => randomBytes(6).toString('hex');

export const listNames = ({ username, email }: ErasedUser): string[] => [username, email];

export const listTexts = ({ title, threadText, replyText }: ErasedUser): string[] =>
  [title, threadText, replyText].map((text) => text.split(' ').at(-1) ?? '');

/** Returns data that must be erased even if the posts remain. */
export const listTraces = ({ userAgent, twoStepSecret, avatar }: ErasedUser): string[] => [
  userAgent.split(' ').at(-1) ?? '',
  twoStepSecret,
  /[0-9a-f]{64}/.exec(avatar)?.[0] ?? '',
];

/** Returns content that is sealed in the log and not contained in any index. */
export const listSealedTexts = ({ wallPost, wallReply, report, banReason }: ErasedUser): string[] =>
  [wallPost, wallReply, report, banReason].map((text) => text.split(' ').at(-1) ?? '');

/** Returns the secrets that an erasure must remove. */
export function readSecrets(dataDir: string, { id }: ErasedUser): { key: string; passwordHash: string } {
  const sql = `SELECT document ->> 'key' AS key, document ->> '$.account.passwordHash' AS passwordHash
               FROM accounts WHERE id = ${id}`;
  const [row] = readDatabaseRows<{ key: string; passwordHash: string }>(join(dataDir, 'vault.db'), sql);
  if (!row?.passwordHash) throw new Error('The vault does not contain the member');
  return row;
}
