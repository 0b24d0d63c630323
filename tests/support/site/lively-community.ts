import { fillSampleCommunity } from '../../../scripts/sample-community/fill-sample-community.mjs';
import { startServerProcess, type ServerProcess } from '../processes/server-process.js';
import {
  advertisement,
  longTitle,
  newcomers,
  newReplies,
  newThread,
  rareReply,
  buildSentence,
  subsections,
  threads,
} from './lively-texts.js';
import { Person, registerPerson, reply } from './member.js';

const weekMs = 7 * 24 * 3600 * 1000;
const oldReplies = 138;
const stopsAfter = 80;

type PerDevice<T> = Record<'desk' | 'phone', T>;

export interface LivelyCommunity {
  server: ServerProcess;
  admin: Person;
  /** Members who have read everything that was written last week. */
  readers: PerDevice<Person>;
  /** Members who have read the long thread up to its eightieth reply. */
  stoppers: PerDevice<Person>;
  /** Ids by title. */
  ids: Map<string, number>;
  /** The titles of threads that contain an advertisement among their replies. */
  advertised: PerDevice<string>;
  /** Threads with an advertisement among their replies. */
  news: { title: string; last: string }[];
}

/**
 * Starts a community that is a few weeks old. It has 15 members, four subsections and 30 threads, one of them with 140
 * replies. Everything was written a week ago, except for today's replies.
 */
export async function startLivelyCommunity(dataDir: string): Promise<LivelyCommunity> {
  const lastWeek = await startServerProcess({ dataDir, env: { NODE_OPTIONS: buildClockOption(-weekMs) } });
  let filledCommunity: Awaited<ReturnType<typeof fill>>;
  try {
    filledCommunity = await fill(lastWeek);
  } finally {
    await lastWeek.stop();
  }
  const server = await startServerProcess({ dataDir, port: lastWeek.port });
  return {
    ...filledCommunity,
    server,
    news: await writeNews(filledCommunity.admin, filledCommunity.writers, filledCommunity.ids),
  };
}

async function fill(server: ServerProcess) {
  const sample = await fillSampleCommunity(server.url, server.dataDir, { isSmall: true });
  const admin = new Person(server.url);
  admin.cookie = `${sample.admin.name}=${sample.admin.value}`;
  const readers = { desk: await sampleMember(server, 'Sanne'), phone: await sampleMember(server, 'Bram') };
  const stoppers = { desk: await sampleMember(server, 'Noor'), phone: await sampleMember(server, 'Fenna') };
  const writers: Person[] = [];
  for (const name of newcomers) writers.push(await registerPerson(server, name));
  const ids = await startThreads(admin, writers);
  for (let n = 1; n <= oldReplies; n++) {
    const text = n === 31 ? rareReply : `${buildSentence(n)} ${buildSentence(n * 2 + 1)}`;
    await reply(pickPerson(writers, n * 3), ids.get(longTitle) ?? 0, text);
    if (n === stopsAfter) for (const person of Object.values(stoppers)) await markAllRead(person);
  }
  const advertisedThreads = { desk: 'A railway around the whole world', phone: 'Trading: saddles for name tags' };
  for (const title of Object.values(advertisedThreads))
    await reply(pickPerson(writers, 0), ids.get(title) ?? 0, advertisement);
  for (const person of Object.values(readers)) await markAllRead(person);
  return { admin, readers, stoppers, writers, ids, advertised: advertisedThreads };
}

/** Logs in as a member of the sample community. */
async function sampleMember(server: ServerProcess, name: string): Promise<Person> {
  const person = new Person(server.url);
  await person.logIn(name, `a password of ${name}`);
  return person;
}

async function startThreads(admin: Person, writers: readonly Person[]): Promise<Map<string, number>> {
  const sections = await readPlaces(admin, '/forums/sections');
  const community = sections.find(({ name }) => name === 'community')?.id ?? 0;
  for (const subsection of subsections) {
    await admin.perform('POST', '/forums/subsections', { section_id: community, ...subsection });
  }
  const places = new Map(
    sections.map(({ id, name }) => [name, { section_id: id, subsection_id: null as number | null }]),
  );
  for (const { id, name } of await readPlaces(admin, `/forums/subsections/${community}`)) {
    places.set(name, { section_id: community, subsection_id: id });
  }
  const ids = new Map<string, number>();
  const all = [
    ...threads,
    ['stories', longTitle, 'Each of us writes one part. Mine: *it rained for nine days.*'] as const,
  ];
  for (const [n, [place, title, content]] of all.entries()) {
    const author = place === 'news' || place === 'updates' ? admin : pickPerson(writers, n);
    const { id } = await author.perform('POST', '/forums/threads', { ...places.get(place), title, content });
    ids.set(title, Number(id));
    const replies = title === longTitle ? 0 : n % 4;
    for (let replyCount = 1; replyCount <= replies; replyCount++)
      await reply(pickPerson(writers, n + replyCount), Number(id), buildSentence(n + replyCount));
  }
  return ids;
}

async function writeNews(admin: Person, writers: readonly Person[], ids: ReadonlyMap<string, number>) {
  const news: LivelyCommunity['news'] = [];
  for (const [title, count] of newReplies) {
    let last = '';
    for (let n = 0; n < count; n++) {
      last = `${buildSentence(n + title.length)} That was part ${n + 1} of today.`;
      await reply(pickPerson(writers, n + title.length), ids.get(title) ?? 0, last);
    }
    news.push({ title, last });
  }
  const [place] = (await readPlaces(admin, '/forums/sections')).filter(({ name }) => name === 'news');
  await admin.perform('POST', '/forums/threads', { section_id: place?.id, ...newThread });
  news.push({ title: newThread.title, last: newThread.content });
  return news;
}

// This list is never empty.
const pickPerson = (people: readonly Person[], n: number): Person => people[n % people.length]!;

async function readPlaces(person: Person, path: string): Promise<{ id: number; name: string }[]> {
  return (await person.call('GET', path)).body as { id: number; name: string }[];
}

async function markAllRead(person: Person): Promise<void> {
  for (const { id } of await readPlaces(person, '/forums/sections')) {
    await person.perform('PUT', '/forums/read', { section_id: id });
  }
}

/** Returns a Node.js option for a process whose clock is `offsetMs` ahead. */
function buildClockOption(offsetMs: number): string {
  const code = `const Real = Date; globalThis.Date = class extends Real {
    constructor(...parts) { if (parts.length > 0) super(...parts); else super(Real.now() + ${offsetMs}); }
    static now() { return Real.now() + ${offsetMs}; } };`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}
