import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { rowsOf } from './database-rows.js';
import { linkOf, newThread, Person, reply } from './member.js';
import type { ServerProcess } from './server-process.js';

/** A member whose name, address, password and texts stand nowhere else in the world. */
export interface Victim {
  person: Person;
  id: number;
  username: string;
  email: string;
  password: string;
  title: string;
  threadText: string;
  replyText: string;
  threadId: number;
  replyId: number;
}

/** Registers such a member, who then writes a thread and a reply in it. */
export async function newVictim(server: ServerProcess): Promise<Victim> {
  const person = new Person(server.url);
  const mailbox = `box${word()}`;
  const [username, email, password] = [`Vi${word()}`, `${mailbox}@example.org`, `secret ${word()}`];
  await register(server, person, { username, email, password });
  const [title, threadText, replyText] = [`Title ${word()}`, `Thread ${word()}`, `Reply ${word()}`];
  const threadId = await newThread(person, title, threadText);
  const replyId = await reply(person, threadId, replyText);
  const id = person.me?.id ?? 0;
  return { person, id, username, email, password, title, threadText, replyText, threadId, replyId };
}

/** Through the form, the link of the mail and the login. */
export async function register(
  server: ServerProcess,
  person: Person,
  { username, email, password }: Pick<Victim, 'username' | 'email' | 'password'>,
): Promise<void> {
  const form = { email, username, password, confirm_password: password };
  await person.done('POST', '/register', form, randomUUID());
  const link = new URL(await linkOf(server, email.replace('@example.org', '')));
  await person.call('GET', link.pathname.replace('/api', '') + link.search);
  const answer = await person.logIn(username, password);
  if (!person.me) throw new Error(`login: ${JSON.stringify(answer.body)}`);
}

const word = () => randomBytes(6).toString('hex');

/** What tells who somebody is. */
export const namesOf = ({ username, email }: Victim): string[] => [username, email];

/** The last word of each: a long text may be cut in two by the pages of a file. */
export const textsOf = ({ title, threadText, replyText }: Victim): string[] =>
  [title, threadText, replyText].map((text) => text.split(' ').at(-1) ?? '');

/** What the vault of a data folder keeps for somebody beside his name. */
export function secretsOf(dataDir: string, { id }: Victim): { key: Uint8Array; passwordHash: string } {
  const sql = `SELECT hex(key) AS key, document ->> 'passwordHash' AS passwordHash FROM accounts WHERE id = ${id}`;
  const [row] = rowsOf<{ key: string; passwordHash: string }>(join(dataDir, 'vault.db'), sql);
  if (!row?.passwordHash) throw new Error('The vault does not have him');
  return { key: Buffer.from(row.key, 'hex'), passwordHash: row.passwordHash };
}
