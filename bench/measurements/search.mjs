import { randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deriveCommandId, deriveAggregateId } from '@guildhall/domain/ids.js';
import { readEnv } from '@guildhall/server/process/env.js';
import { fetchText, startGuildhall } from '../processes.mjs';
import { compareTimes, computePercentile, print } from '../report.mjs';
import { fillStores, Forum, runInBatches } from '../forum.mjs';
import { withServer } from '../seed.mjs';

const hiddenSections = 19;

/**
 * Runs searches sequentially, by default as an Admin, in a small and a large forum. Each common word is in half of all
 * posts. A tenth of the posts are in Chinese, Japanese or Thai. Guests see one of twenty sections, which contains one
 * in two hundred posts. Also measures thread requests while the index is filled, and afterwards.
 */
export async function measureSearch({ folder, quick, scale }) {
  const sizes = [1_000, quick ? 8_000 : scale ? 1_000_000 : 100_000];
  const rounds = quick ? 60 : 300;
  const results = [];
  for (const posts of sizes) results.push(await measure(join(folder, `search-${posts}`), posts, rounds));
  const rows = results[0].times.map(([label, small], i) => compareTimes(label, small, results[1].times[i][1]));
  print(rows);
  const upkeep = results.map(({ figures }) => figures);
  print(upkeep);
  return { rows, upkeep };
}

async function measure(dataDir, posts, rounds) {
  const forum = await seedForum(dataDir, posts);
  rmSync(join(dataDir, 'search.db'));
  const guildhall = await startGuildhall(dataDir);
  const admin = { cookie: forum.adminCookie, origin: guildhall.url };
  const find = async (query, headers) =>
    JSON.parse(await fetchText(`${guildhall.url}/api/search?${new URLSearchParams(query)}`, { headers }));
  const openThread = async (durations) => {
    const start = performance.now();
    await fetchText(`${guildhall.url}/api/forums/threads/${forum.threadAt(durations.length)}`, { headers: admin });
    durations.push(performance.now() - start);
    await sleep(20);
  };
  const startedAt = performance.now();
  const timesWhileFilling = [];
  while (!(await find({ q: 'zeppelin' }, admin)).complete)
    for (let i = 0; i < 5; i++) await openThread(timesWhileFilling);
  const fillSeconds = (performance.now() - startedAt) / 1000;
  const timesAfterwards = [];
  while (timesAfterwards.length < rounds) await openThread(timesAfterwards);
  const times = [];
  for (const [label, queryOf, headers = admin] of listSearches(forum)) {
    const durations = [];
    for (let round = -5; round < rounds; round++) {
      const start = performance.now();
      await find(queryOf(round + 5), headers);
      if (round >= 0) durations.push(performance.now() - start);
    }
    times.push([label, durations]);
  }
  const erasureMs = await erase(guildhall.url, admin, forum.members[1]);
  const mib = statSync(join(dataDir, 'search.db')).size / 2 ** 20;
  await guildhall.stop();
  const figures = {
    posts,
    'filled in s': fillSeconds,
    'posts/s': posts / fillSeconds,
    MiB: mib,
    'erasure ms': erasureMs,
    ...buildColumns('a thread while it is filled', timesWhileFilling),
    ...buildColumns('afterwards', timesAfterwards),
  };
  return { times, figures };
}

const buildColumns = (label, durations) => ({
  [`${label}, p50 ms`]: computePercentile(durations, 0.5),
  [`${label}, p99`]: computePercentile(durations, 0.99),
  [`${label}, max`]: Math.max(...durations),
});

const listSearches = ({ small, members }) => [
  ['a word of half of all posts', () => ({ q: 'harbour' })],
  ['the same, newest first', () => ({ q: 'harbour', sort: 'newest' })],
  ['a rare word', () => ({ q: 'zeppelin' })],
  ['a phrase', () => ({ q: '"lighthouse keeper"' })],
  ['a phrase of two common words without a match', () => ({ q: '"harbour boats"' })],
  ['two common words without a third', () => ({ q: 'harbour boats -zeppelin' })],
  ['a word that begins with two letters', () => ({ q: 'ha' })],
  ['a word of half of all posts, by one author', (i) => ({ q: 'harbour', author: `Member${i % members.length}` })],
  ['a word of half of all posts, in a small section', () => ({ q: 'harbour', section_id: small })],
  ['a word of half of all posts, in one month', () => ({ q: 'harbour', from: '2026-01-01', to: '2026-01-31' })],
  ['a word of half of all posts, as a guest', () => ({ q: 'harbour' }), {}],
  ['a word in hidden sections only, as a guest', () => ({ q: 'lagoon' }), {}],
  ['a Chinese word within the text', () => ({ q: '教程' })],
  ['a Chinese word that is rare', () => ({ q: '红石电路' })],
  ['a Chinese character', () => ({ q: '程' })],
  ['a Japanese word', () => ({ q: 'サーバー' })],
  ['a Thai word', () => ({ q: 'เซิร์ฟเวอร์' })],
  ['other forms of two words', () => ({ q: 'harbours boating' })],
  ['members by a part of their name', (i) => ({ q: `ember${i % 100}`, type: 'members' })],
];

async function erase(url, headers, userId) {
  const start = performance.now();
  await fetchText(`${url}/api/admin/delete/${userId}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ texts: true }),
  });
  return performance.now() - start;
}

async function seedForum(dataDir, posts) {
  const env = readEnv({ DATA_DIR: dataDir, RATE_LIMITS: 'off', PORT: '0' });
  await withServer(env, () => undefined); // This creates the first sections, whose events must precede all others.
  const forum = await fillStores(env, async (stores) => {
    const newForum = new SearchedForum(stores);
    await newForum.addSections();
    await newForum.addMembers(posts / 10, 'no password');
    await newForum.addPosts(posts);
    await newForum.append('staff', [['RoleGiven.v1', { userId: newForum.members[0], roleId: 1, before: 2 }]]);
    return newForum;
  });
  const { cookie } = await withServer(env, ({ sessions }) => sessions.begin(forum.members[0], 'bench'));
  return {
    adminCookie: `${cookie.name}=${cookie.value}`,
    small: forum.sections.at(-1),
    members: forum.members,
    /** Spreads successive calls over the threads. */
    threadAt: (i) => forum.threads[(i * 7) % forum.threads.length],
  };
}

const listCharacters = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
const [han, hiragana, katakana] = [
  listCharacters(0x4e00, 0x55ff),
  listCharacters(0x3042, 0x3093),
  listCharacters(0x30a2, 0x30f3),
];
const thaiVowels = ['า', 'ิ', 'ี', 'ุ', 'ู', 'ั', '่', '้', '์', ''];

/** `syllables` is the maximum per word, and `fixed` contains the search terms. */
const unspacedScripts = [
  { first: han, rest: [...han, ''], syllables: 2, fixed: { common: '教程', rare: '红石电路' } },
  {
    first: [...han.slice(0, 500), ...katakana],
    rest: hiragana,
    syllables: 2,
    fixed: { common: 'サーバー', rare: '回路' },
  },
  {
    first: listCharacters(0x0e01, 0x0e2e),
    rest: thaiVowels,
    syllables: 4,
    fixed: { common: 'เซิร์ฟเวอร์', rare: 'วงจร' },
  },
];

class SearchedForum extends Forum {
  /** The newest thread that guests can see, and the newest one that they cannot. */
  newestThread = { visible: 0, hidden: 0 };
  clock = Date.parse('2026-01-01');

  constructor(stores) {
    super(stores, [], { concurrency: 200 });
    this.words = Array.from({ length: 20_000 }, (_, i) => this.buildWord(i));
    this.unspaced = unspacedScripts.map(({ fixed, ...script }) => ({
      fixed,
      words: Array.from({ length: 5_000 }, () => this.buildUnspacedWord(script)),
    }));
  }

  buildUnspacedWord({ first, rest, syllables }) {
    const length = 1 + Math.floor(this.random() * syllables);
    return Array.from({ length }, () => this.pick(first) + this.pick(rest)).join('');
  }

  buildWord(i) {
    const syllables = ['ba', 'ro', 'ti', 'ma', 'ke', 'lu', 'sha', 'no', 'vi', 'der', 'gra', 'pol', 'wen', 'ha', 'fo'];
    const parts = Array.from({ length: 2 + (i % 3) }, () => syllables[Math.floor(this.random() * syllables.length)]);
    return parts.join('') + (i > 3_000 ? i.toString(36) : '');
  }

  async addSections() {
    const flags = { can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true };
    for (let i = 0; i <= hiddenSections; i++) {
      const sectionId = deriveAggregateId(deriveCommandId('bench', 'section', String(i)));
      const fields = { name: `part${i}`, displayName: `Part ${i}`, description: '', icon: 'news' };
      const created = ['SectionCreated.v1', { sectionId, ...fields, allowThreadsDirect: true }];
      const entries = [{ roleId: 2, can_view: false, ...flags }];
      const permissionsSet = ['PermissionsSet.v1', { sectionId, subsectionId: null, entries, before: [] }];
      await this.append('structure', i < hiddenSections ? [created, permissionsSet] : [created]);
      this.sections.push(sectionId);
    }
  }

  async addPosts(count) {
    await runInBatches(count, this.concurrency, async (i) => {
      const id = deriveAggregateId(deriveCommandId('bench', 'post', String(i)));
      const authorId = this.pick(this.members);
      const isVisible = i % 200 === 0;
      const content = this.seal(authorId, this.buildText(i, isVisible));
      const threadId = this.newestThread[isVisible ? 'visible' : 'hidden'];
      if (threadId && i % 30 !== 0) {
        const data = { postId: id, threadId, authorId, content };
        return this.createStream(`post-${id}`, [['ReplyPosted.v1', data]]);
      }
      const title = this.seal(authorId, `${this.pick(this.words)} ${this.pick(this.words)} ${i}`);
      const sectionId = this.sections[isVisible ? hiddenSections : Math.floor(this.random() * hiddenSections)];
      const texts = { title, content, locked: false, sticky: false };
      await this.createStream(`thread-${id}`, [
        ['ThreadCreated.v1', { threadId: id, sectionId, subsectionId: null, authorId, ...texts }],
      ]);
      this.newestThread[isVisible ? 'visible' : 'hidden'] = id;
      this.threads.push(id);
    });
  }

  buildText(i, isVisible) {
    if (i % 10 === 4) return this.buildUnspacedText(i);
    const words = Array.from({ length: 60 }, () => this.words[Math.floor(this.random() ** 3 * this.words.length)]);
    if (this.random() < 0.5) words[10] = 'harbour';
    if (this.random() < 0.5) words[30] = 'boats';
    if (this.random() < 0.5 && !isVisible) words[40] = 'lagoon';
    if (i % 2_000 === 7) words[20] = 'zeppelin';
    if (i % 100 === 3) words.splice(50, 2, 'lighthouse', 'keeper');
    return words.join(' ');
  }

  /** Returns as many words as other posts contain, in sentences without spaces. */
  buildUnspacedText(i) {
    const { words, fixed } = this.unspaced[Math.floor(i / 10) % this.unspaced.length];
    const buildSentence = () => Array.from({ length: 15 }, () => words[Math.floor(this.random() ** 3 * words.length)]);
    const sentences = Array.from({ length: 4 }, buildSentence);
    if (this.random() < 0.5) sentences[1][7] = fixed.common;
    if (i % 3_000 === 4) sentences[2][7] = fixed.rare;
    return sentences.map((words) => words.join('')).join('\n');
  }
}
