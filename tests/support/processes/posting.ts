import { randomUUID } from 'node:crypto';
import { deriveCommandId, deriveAggregateId } from '@guildhall/domain/ids.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { Person } from '../site/member.js';

export interface SentReply {
  person: Person;
  threadId: number;
  content: string;
  key: string;
  commandId: string;
}

export interface Ledger {
  acknowledged: SentReply[];
  unanswered: SentReply[];
  refused: { reply: SentReply; status: number }[];
}

export const createLedger = (): Ledger => ({ acknowledged: [], unanswered: [], refused: [] });

export function buildReply(person: Person, threadId: number): SentReply {
  const key = randomUUID();
  const content = `${person.me?.username ?? ''} says ${randomUUID()}`;
  return { person, threadId, content, key, commandId: deriveCommandId(String(person.me?.id), 'post-reply', key) };
}

/** Records the outcome. @returns whether a response arrived */
export async function send(ledger: Ledger, reply: SentReply): Promise<boolean> {
  const { person, threadId, content, key } = reply;
  const body = { thread_id: threadId, content };
  // Null means that the server died or closed the connection.
  const response = await person.call('POST', '/forums/posts', body, key).catch(() => null);
  if (!response) ledger.unanswered.push(reply);
  else if (response.status !== 201) ledger.refused.push({ reply, status: response.status });
  else if ((response.body as { id?: number }).id !== deriveAggregateId(reply.commandId)) throw new Error('another id');
  else ledger.acknowledged.push(reply);
  return response !== null;
}

export async function postUntilKilled(ledger: Ledger, people: readonly Person[], threads: readonly number[]) {
  const postAs = async (person: Person, index: number) => {
    for (let turn = index; await send(ledger, buildReply(person, threads[turn % threads.length] ?? 0)); turn++);
  };
  await Promise.all(people.map(postAs));
}

export async function readReplies(reader: Person, threadId: number): Promise<PostRow[]> {
  const rows: PostRow[] = [];
  for (;;) {
    const cursor = rows.at(-1)?.order;
    const response = await reader.call('GET', `/forums/posts/${threadId}${cursor ? `?cursor=${cursor}` : ''}`);
    if (response.status !== 200) throw new Error(`replies of ${threadId}: ${response.status}`);
    rows.push(...(response.body as PostRow[]));
    if (!response.headers.has('link')) return rows;
  }
}

/** Returns the counts that the pages show: by thread, by section name and by member. */
export async function readShownCounts(reader: Person, threads: readonly number[]) {
  const read = async <T>(path: string): Promise<T> => (await reader.call('GET', path)).body as T;
  const rows = await Promise.all(threads.map((id) => read<ThreadRow>(`/forums/threads/${id}`)));
  const sections = await read<SectionRow[]>('/forums/sections');
  const members = await read<{ id: number; posts: number }[]>('/forums/member-stats');
  return {
    byThread: new Map(rows.map(({ id, reply_count }) => [id, reply_count])),
    bySection: new Map(sections.map(({ name, post_count }) => [name, post_count])),
    byMember: new Map(members.map(({ id, posts }) => [id, posts])),
  };
}
