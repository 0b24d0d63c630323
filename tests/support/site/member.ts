import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { ServerProcess } from '../processes/server-process.js';

/** `origin` is set if PUBLIC_URL differs from the process's address. */
type Server = Pick<ServerProcess, 'url' | 'dataDir'> & { origin?: string };

const maxMailTries = 1_200; // These take half a minute.

export class Person {
  cookie = '';
  me: Me | null = null;

  constructor(
    public url: string,
    private readonly origin?: string,
  ) {}

  async call(method: string, path: string, body?: unknown, key: string = randomUUID()): Promise<TestResponse> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        origin: this.origin ?? this.url,
        ...(this.cookie && { cookie: this.cookie }),
        ...(method !== 'GET' && { 'idempotency-key': key }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parseBody(text) };
  }

  async perform(method: string, path: string, body?: unknown, key?: string): Promise<Record<string, unknown>> {
    return (await this.succeed(method, path, body, key)).body as Record<string, unknown>;
  }

  /** Waits until the views show the post, even if a busy projector needs longer than the server waits for it. */
  async post(path: string, body: unknown, key?: string): Promise<number> {
    const { headers, body: response } = await this.succeed('POST', path, body, key);
    const position = headers.get('guildhall-position') ?? '';
    const { id, stale } = response as { id: number; stale?: boolean };
    while (stale && (await this.readPosition(position)) < position) await sleep(25);
    return id;
  }

  private async readPosition(after: string): Promise<string> {
    const { headers } = await this.succeed('GET', `/forums/sections?after=${after}`);
    return headers.get('guildhall-position') ?? '';
  }

  private async succeed(method: string, path: string, body?: unknown, key?: string): Promise<TestResponse> {
    const response = await this.call(method, path, body, key);
    if (response.status < 300) return response;
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  }

  async logIn(username: string, password = getPassword(username)): Promise<TestResponse> {
    const response = await this.call('POST', '/login', { email_or_username: username, password });
    this.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.cookie;
    this.me = (response.body as { user?: Me }).user ?? null;
    return response;
  }
}

export interface TestResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

export async function registerUnverified(server: Omit<Server, 'dataDir'>, username: string): Promise<Person> {
  const person = new Person(server.url, server.origin);
  const password = getPassword(username);
  const form = { email: getEmail(username), username, password, confirm_password: password };
  await person.perform('POST', '/register', form);
  return person;
}

/** Registers, follows the link in the email and logs in. The first member of a server becomes the Admin. */
export async function registerPerson(server: Server, username: string): Promise<Person> {
  const person = await registerUnverified(server, username);
  const link = new URL(await readLink(server, username));
  await person.call('GET', link.pathname.replace('/api', '') + link.search);
  const response = await person.logIn(username);
  if (!person.me) throw new Error(`login: ${JSON.stringify(response.body)}`);
  return person;
}

export const getPassword = (username: string): string => `password of ${username}`;
export const getEmail = (username: string): string => `${username.toLowerCase()}@example.org`;

export async function readLink(
  { dataDir }: Pick<Server, 'dataDir'>,
  username: string,
  path: '/api/verify' | '/reset-password' | '/api/confirm-address' = '/api/verify',
): Promise<string> {
  const outbox = join(dataDir, 'outbox');
  for (let tries = 0; tries < maxMailTries; tries++) {
    for (const file of listOutboxFiles(outbox)) {
      const mail = readFileSync(join(outbox, file), 'utf8');
      if (!mail.includes(getEmail(username))) continue;
      // Quoted-printable text breaks long lines with `=`, and encodes the `=` in the link as `=3D`.
      const text = mail
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '=')
        .replaceAll('&amp;', '&');
      const link = new RegExp(`https?://[^\\s"<>]+${path}\\?[^\\s"<>]+`).exec(text);
      if (link) return link[0];
    }
    await sleep(25);
  }
  throw new Error(`No mail with a link was written to ${username}`);
}

function listOutboxFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.eml'));
  } catch {
    return []; // The folder does not exist before the first email.
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export async function findSectionId(person: Person, name: string): Promise<number> {
  const response = await person.call('GET', '/forums/sections');
  const section = (response.body as { id: number; name: string }[]).find((section) => section.name === name);
  if (!section) throw new Error(`There is no section ${name}`);
  return section.id;
}

export async function createThread(person: Person, title: string, content = 'What do you think?'): Promise<number> {
  const section_id = await findSectionId(person, 'community');
  return person.post('/forums/threads', { section_id, title, content });
}

export function reply(person: Person, threadId: number, content: string, key = randomUUID()): Promise<number> {
  return person.post('/forums/posts', { thread_id: threadId, content }, key);
}
