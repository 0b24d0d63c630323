import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@guildhall/event-store/sqlite/database.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTextQuery } from '../testing/search-index.js';
import { EventWriter } from './event-writer.js';
import { findNewestTexts } from './find-texts.js';
import { openSearchTables } from './search-tables.js';
import { splitWords } from './terms/analyze.js';
import { createMarker } from './terms/match-terms.js';
import { parseSearch, replaceControlCharacters } from './terms/query-text.js';
import { marks } from './terms/snippet.js';

/**
 * Each row consists of some text, a query, and the same text with its matches in brackets, or null if there must be no
 * match.
 */
const rows: readonly [text: string, query: string, marked: string | null][] = [
  // In scripts without spaces, words match anywhere.
  ['红石电路入门教程', '教程', '红石电路入门[教程]'],
  ['红石电路入门教程', '石电路', '红[石电路]入门教程'],
  ['红石电路入门教程', '门', '红石电路入[门]教程'],
  ['红石电路入门教程', '程', '红石电路入门教[程]'],
  ['红石电路入门教程', '教程 电路', '红石[电路]入门[教程]'],
  ['红石电路入门教程', '红石教程', '[红石]电路入门[教程]'],
  ['红石电路入门教程', '程教', null],
  ['红石电路入门教程', '红路', null],
  ['红石，电路', '"红石电路"', '[红石，电路]'],
  ['我的世界服务器崩溃了', '服务器', '我的世界[服务器]崩溃了'],
  ['𠮷野家へ行く', '野家', '𠮷[野家]へ行く'],
  ['サーバーが落ちました', 'サーバーは落ちた', '[サーバー]が[落ち]ました'],
  ['サーバーが落ちました', 'サーバー落ち', '[サーバー]が[落ち]ました'],
  ['ｻｰﾊﾞｰが落ちた', 'サーバー', '[ｻｰﾊﾞｰ]が落ちた'],
  ['サーバーが落ちた', 'ｻｰﾊﾞｰ', '[サーバー]が落ちた'],
  ['ブロックを置く方法', 'ロック', 'ブ[ロック]を置く方法'],
  ['はなし', 'ばなし', null],
  ['㍿ギルド', '株式会社', '[㍿]ギルド'],
  ['เซิร์ฟเวอร์ล่มอีกแล้ว', 'ล่ม', 'เซิร์ฟเวอร์[ล่ม]อีกแล้ว'],
  ['เซิร์ฟเวอร์ล่มอีกแล้ว', 'เวอร', 'เซิร์ฟ[เวอร์]ล่มอีกแล้ว'],
  ['วิธีทำน้ำยา', 'น้', 'วิธีทำ[น้ำ]ยา'],
  ['ເຊີບເວີລົ້ມ', 'ລົ້ມ', 'ເຊີບເວີ[ລົ້ມ]'],
  ['ម៉ាស៊ីនមេគាំង', 'គាំង', 'ម៉ាស៊ីនមេ[គាំង]'],
  ['ဆာဗာပျက်နေတယ်', 'ပျက်', 'ဆာဗာ[ပျက်]နေတယ်'],
  // In Korean, words match with particles and in compounds.
  ['서버에서 접속이 끊겨요', '서버 접속', '[서버]에서 [접속]이 끊겨요'],
  ['게임서버 점검', '서버', '게임[서버] 점검'],
  ['서버에서 접속이 끊겨요', '버', '서[버]에서 접속이 끊겨요'],
  // These posts mix several scripts.
  ['安装mod教程v2', 'mod', '安装[mod]教程v2'],
  ['安装mod教程v2', 'mod教程', '安装[mod教程]v2'],
  ['安装mod教程v2', 'v2 安装', '[安装]mod教程[v2]'],
  ['Minecraft红石 guide', 'guides 红石', 'Minecraft[红石] [guide]'],
  // A word's different forms match.
  ['Teleporting crashes the lobby', 'crash lobby', 'Teleporting [crashes] the [lobby]'],
  ['Teleporting crashes the lobby', 'lobbies teleported', '[Teleporting] crashes the [lobby]'],
  ['Teleporting crashes the lobby', 'teleporti', '[Teleporting] crashes the lobby'],
  ['Teleporting crashes the lobby', '-crash lobby', null],
  ['Teleporting crashes the lobby', 'crash* lobby', 'Teleporting [crashes] the [lobby]'],
  ['Teleporting crashes the lobby', 'lobby-crash', null],
  ['The bugs of two builders', 'bug builder', 'The [bugs] of two [builders]'],
  ['Problemen met twee huizen', 'probleem huis', '[Problemen] met twee [huizen]'],
  ['De spelers bouwen boten', 'boot speler', 'De [spelers] bouwen [boten]'],
  ['Good loot', 'god', null],
  ['Good loot', 'lot', null],
  // Phrases must match exactly.
  ['Teleporting crashes the lobby', '"crash the lobby"', null],
  ['Teleporting crashes the lobby', '"crash"', null],
  ['Teleporting crashes the lobby', '"crashes the lobby"', 'Teleporting [crashes the lobby]'],
  ['Teleporting crashes the lobby', '"lobby crashes"', null],
  ['红石电路入门教程', '"电路入门"', '红石[电路入门]教程'],
  ['红石电路入门教程', '"红石教程"', null],
  // Case, width, accents, ligatures and marks are ignored.
  ['Eine lange Straße', 'strasse', 'Eine lange [Straße]'],
  ['Eine lange Strasse', 'STRAßE', 'Eine lange [Strasse]'],
  ['Crème brûlée', 'creme BRULEE', '[Crème] [brûlée]'],
  ['Cre\u0300me', 'crème', '[Crème]'],
  ['Łódź i Ærøskøbing', 'lodz aeroskobing', '[Łódź] i [Ærøskøbing]'],
  ['Þór í Hafnarfjörður', 'thor hafnarfjordur', '[Þór] í [Hafnarfjörður]'],
  ['đường phố Hà Nội', 'duong ha noi', '[đường] phố [Hà] [Nội]'],
  ['The ﬁnal ﬂight', 'final flight', 'The [ﬁnal] [ﬂight]'],
  ['Ｇｕｉｌｄ　１２', 'guild 12', '[Ｇｕｉｌｄ]　[１２]'],
  ['İstanbul ve Iğdır', 'istanbul igdir', '[İstanbul] ve [Iğdır]'],
  ['Ο ΔΡΟΜΟΣ', 'δρόμος', 'Ο [ΔΡΟΜΟΣ]'],
  ['Всё о серверах', 'все', '[Всё] о серверах'],
  ['м’ята', "м'ята", '[м’ята]'],
  ['שָׁלוֹם לכולם', 'שלום', '[שָׁלוֹם] לכולם'],
  ['مُحَمَّد أحمد', 'محمد احمد', '[مُحَمَّد] [أحمد]'],
  ['کتاب فارسی', 'كتاب', '[کتاب] فارسی'],
  ['سرور ١٢٣', '123', 'سرور [١٢٣]'],
  ['हिन्दी में सर्वर', 'सर्वर', 'हिन्दी में [सर्वर]'],
  ['हिन्दी', 'हन्द', null],
  ['tele\u00adport\u200bing', 'teleporting', '[tele\u00adport\u200bing]'],
  ['x² and №5 and ½', '"no5"', 'x² and [№5] and ½'],
  // Only the last word may be incomplete.
  ['The harbour', 'harb', 'The [harbour]'],
  ['The harbour', 'harb the', null],
  ['The harbour', 'arbour', null],
  ['plan b', 'b', 'plan [b]'],
  ['plan because', 'b', null],
  ["The players' base", "player's base", "The [players]' [base]"],
];

describe('finding and highlighting content in different scripts', () => {
  let folder: string;
  let db: Database;
  let writer: EventWriter;
  let writeCount = 0;
  const ids = new Map<string, number>();
  const place = { sectionId: 1, subsectionId: null };

  async function add(content: string): Promise<number> {
    const threadId = ++writeCount;
    const data = { threadId, ...place, authorId: 1, title: '-', content, locked: false, sticky: false };
    const metadata = { at: '2026-01-01T00:00:00.000Z' };
    const position = String(threadId).padStart(20, '0');
    const event = { position, type: 'ThreadCreated.v1', data, metadata } as unknown as StoredEvent;
    await writer.write([event], { openTitle: replaceControlCharacters, openContent: replaceControlCharacters });
    return threadId;
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guildhall-search-'));
    db = openSearchTables(join(folder, 'search.db'), '1');
    writer = new EventWriter(db);
    for (const [text] of rows) if (!ids.has(text)) ids.set(text, await add(text));
  });
  afterAll(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });

  test.each(rows)('a search finds %s with the query %s: %s', (text, query, expected) => {
    const page = findNewestTexts(db, getQuery(query), null);
    const hit = page.texts.find(({ id }) => id === ids.get(text));
    const markedText =
      hit && createMarker(page.terms)(hit.body).replaceAll(marks.begin, '[').replaceAll(marks.end, ']');
    expect(markedText ?? null).toBe(expected);
  });

  test('any post is found by its full content as a phrase and by each of its words', async () => {
    const letters = [...'abZéßﬁＡ教程ーサかばไม่น้ำ서버שָмёي٣ 　-.’½㎏👍\u200d\u0301\u00ad', 'ｻﾞ', 'mod', 'boats'];
    const generatedText = fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 20 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(generatedText, async (content) => {
        const text = replaceControlCharacters(content);
        if (splitWords(text).length === 0) return;
        const id = await add(text);
        const queries = [`"${text}"`, ...(text.match(/\S+/gu) ?? [])].filter((q) => parseSearch(q).required.length > 0);
        for (const query of queries) {
          const { texts, terms } = findNewestTexts(db, getQuery(query), null);
          const hit = texts.find((candidate) => candidate.id === id);
          expect(hit && createMarker(terms)(hit.body), query).toContain(marks.begin);
        }
      }),
      { numRuns: 150 },
    );
  });

  const getQuery = (q: string) => createTextQuery(q, { limit: 1_000 });
});
