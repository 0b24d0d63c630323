import { randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandIdOf, aggregateIdOf } from '@guildhall/domain/ids.js';
import { readEnv } from '@guildhall/server/process/env.js';
import { fetchText, startGuildhall } from '../processes.mjs';
import { compared, percentile, print } from '../report.mjs';
import { filling, Forum, inBatches } from '../forum.mjs';
import { serving } from '../seed.mjs';

const hiddenSections = 19;

/**
 * Runs searches sequentially, by default as an Admin, in a small and a large forum. Each common word is in half of all
 * posts. A tenth of the posts are in Chinese, Japanese or Thai. Guests see one section of twenty, with one post in two
 * hundred. Also measures thread requests while the index is filled, and afterwards.
 */
export async function search({ folder, quick, scale }) {
  const sizes = [1_000, quick ? 8_000 : scale ? 1_000_000 : 100_000];
  const rounds = quick ? 60 : 300;
  const measured = [];
  for (const posts of sizes) measured.push(await measure(join(folder, `search-${posts}`), posts, rounds));
  const rows = measured[0].times.map(([what, few], i) => compared(what, few, measured[1].times[i][1]));
  print(rows);
  const upkeep = measured.map(({ figures }) => figures);
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
  const openThread = async (into) => {
    const start = performance.now();
    await fetchText(`${guildhall.url}/api/forums/threads/${forum.threadAt(into.length)}`, { headers: admin });
    into.push(performance.now() - start);
    await sleep(20);
  };
  const began = performance.now();
  const meanwhile = [];
  while (!(await find({ q: 'zeppelin' }, admin)).complete) for (let i = 0; i < 5; i++) await openThread(meanwhile);
  const fillSeconds = (performance.now() - began) / 1000;
  const afterwards = [];
  while (afterwards.length < rounds) await openThread(afterwards);
  const times = [];
  for (const [what, queryOf, by = admin] of searchesOf(forum)) {
    const ms = [];
    for (let round = -5; round < rounds; round++) {
      const start = performance.now();
      await find(queryOf(round + 5), by);
      if (round >= 0) ms.push(performance.now() - start);
    }
    times.push([what, ms]);
  }
  const erased = await erase(guildhall.url, admin, forum.members[1]);
  const mib = statSync(join(dataDir, 'search.db')).size / 2 ** 20;
  await guildhall.stop();
  const figures = {
    ...{ posts, 'filled in s': fillSeconds, 'posts/s': posts / fillSeconds, MiB: mib, 'erasure ms': erased },
    ...columnsOf('a thread while it is filled', meanwhile),
    ...columnsOf('afterwards', afterwards),
  };
  return { times, figures };
}

const columnsOf = (what, ms) => ({
  [`${what}, p50 ms`]: percentile(ms, 0.5),
  [`${what}, p99`]: percentile(ms, 0.99),
  [`${what}, max`]: Math.max(...ms),
});

const searchesOf = ({ small, members }) => [
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
  await serving(env, () => undefined); // Creates the first sections, whose events must come first.
  const forum = await filling(env, async (stores) => {
    const written = new SearchedForum(stores);
    await written.addSections();
    await written.addMembers(posts / 10, 'no password');
    await written.addPosts(posts);
    await written.append('staff', [['RoleGiven.v1', { userId: written.members[0], roleId: 1, before: 2 }]]);
    return written;
  });
  const { cookie } = await serving(env, ({ sessions }) => sessions.begin(forum.members[0], 'bench'));
  return {
    adminCookie: `${cookie.name}=${cookie.value}`,
    small: forum.sections.at(-1),
    members: forum.members,
    /** Spreads successive calls over the threads. */
    threadAt: (i) => forum.threads[(i * 7) % forum.threads.length],
  };
}

const characters = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
const [han, hiragana, katakana] = [characters(0x4e00, 0x55ff), characters(0x3042, 0x3093), characters(0x30a2, 0x30f3)];
const thaiVowels = ['า', 'ิ', 'ี', 'ุ', 'ู', 'ั', '่', '้', '์', ''];

/** `syllables` is the maximum per word; `fixed` contains the search terms. */
const unspacedScripts = [
  { first: han, rest: [...han, ''], syllables: 2, fixed: { common: '教程', rare: '红石电路' } },
  {
    first: [...han.slice(0, 500), ...katakana],
    rest: hiragana,
    syllables: 2,
    fixed: { common: 'サーバー', rare: '回路' },
  },
  { first: characters(0x0e01, 0x0e2e), rest: thaiVowels, syllables: 4, fixed: { common: 'เซิร์ฟเวอร์', rare: 'วงจร' } },
];

class SearchedForum extends Forum {
  /** The newest thread that guests can see, and the newest one that they cannot. */
  current = { seen: 0, hidden: 0 };
  clock = Date.parse('2026-01-01');

  constructor(stores) {
    super(stores, [], { atOnce: 200 });
    this.words = Array.from({ length: 20_000 }, (_, i) => this.wordOf(i));
    this.unspaced = unspacedScripts.map(({ fixed, ...script }) => ({
      fixed,
      words: Array.from({ length: 5_000 }, () => this.unspacedWord(script)),
    }));
  }

  unspacedWord({ first, rest, syllables }) {
    const length = 1 + Math.floor(this.random() * syllables);
    return Array.from({ length }, () => this.pick(first) + this.pick(rest)).join('');
  }

  wordOf(i) {
    const syllables = ['ba', 'ro', 'ti', 'ma', 'ke', 'lu', 'sha', 'no', 'vi', 'der', 'gra', 'pol', 'wen', 'ha', 'fo'];
    const some = Array.from({ length: 2 + (i % 3) }, () => syllables[Math.floor(this.random() * syllables.length)]);
    return some.join('') + (i > 3_000 ? i.toString(36) : '');
  }

  async addSections() {
    const flags = { can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true };
    for (let i = 0; i <= hiddenSections; i++) {
      const sectionId = aggregateIdOf(commandIdOf('bench', 'section', String(i)));
      const names = { name: `part${i}`, displayName: `Part ${i}`, description: '', icon: 'news' };
      const created = ['SectionCreated.v1', { sectionId, ...names, allowThreadsDirect: true }];
      const entries = [{ roleId: 2, can_view: false, ...flags }];
      const hidden = ['PermissionsSet.v1', { sectionId, subsectionId: null, entries, before: [] }];
      await this.append('structure', i < hiddenSections ? [created, hidden] : [created]);
      this.sections.push(sectionId);
    }
  }

  async addPosts(count) {
    await inBatches(count, this.atOnce, async (i) => {
      const id = aggregateIdOf(commandIdOf('bench', 'post', String(i)));
      const authorId = this.pick(this.members);
      const rare = i % 200 === 0;
      const content = this.seal(authorId, this.textOf(i, rare));
      const last = this.current[rare ? 'seen' : 'hidden'];
      if (last && i % 30 !== 0) {
        const data = { postId: id, threadId: last, authorId, content };
        return this.begin(`post-${id}`, [['ReplyPosted.v1', data]]);
      }
      const title = this.seal(authorId, `${this.pick(this.words)} ${this.pick(this.words)} ${i}`);
      const sectionId = this.sections[rare ? hiddenSections : Math.floor(this.random() * hiddenSections)];
      const texts = { title, content, locked: false, sticky: false };
      await this.begin(`thread-${id}`, [
        ['ThreadCreated.v1', { threadId: id, sectionId, subsectionId: null, authorId, ...texts }],
      ]);
      this.current[rare ? 'seen' : 'hidden'] = id;
      this.threads.push(id);
    });
  }

  textOf(i, rare) {
    if (i % 10 === 4) return this.unspacedText(i);
    const words = Array.from({ length: 60 }, () => this.words[Math.floor(this.random() ** 3 * this.words.length)]);
    if (this.random() < 0.5) words[10] = 'harbour';
    if (this.random() < 0.5) words[30] = 'boats';
    if (this.random() < 0.5 && !rare) words[40] = 'lagoon';
    if (i % 2_000 === 7) words[20] = 'zeppelin';
    if (i % 100 === 3) words.splice(50, 2, 'lighthouse', 'keeper');
    return words.join(' ');
  }

  /** Returns as many words as other posts contain, in sentences without spaces. */
  unspacedText(i) {
    const { words, fixed } = this.unspaced[Math.floor(i / 10) % this.unspaced.length];
    const sentence = () => Array.from({ length: 15 }, () => words[Math.floor(this.random() ** 3 * words.length)]);
    const sentences = Array.from({ length: 4 }, sentence);
    if (this.random() < 0.5) sentences[1][7] = fixed.common;
    if (i % 3_000 === 4) sentences[2][7] = fixed.rare;
    return sentences.map((some) => some.join('')).join('\n');
  }
}
