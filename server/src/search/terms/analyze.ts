import { fold } from '../../text/fold.js';

export interface Token {
  word: string;
  start: number;
  end: number;
  /** If the word is a pair, this is where its first character ends. */
  firstEnd: number;
}

/** Marks words of one or two characters in scripts without spaces. FTS5's prefix index finds single characters. */
export const pairStart = '\ue001';

/**
 * These scripts do not separate words with spaces. In Korean, this applies to particles and compounds. Each character
 * is a word. In scripts with few characters, most of which occur in every text, each overlapping pair is a word: ゲーム
 * becomes ゲー, ーム and ム.
 */
// Unicode does not assign these to a script.
const kanaSigns = '\u30fc\uff70\uff9e\uff9f';
const createScriptPattern = (codes: string): RegExp =>
  new RegExp(`[${kanaSigns}${codes.replace(/\w+ ?/g, (code) => `\\p{sc=${code.trim()}}`)}]`, 'u');
const smallScripts = 'Hira Kana Bopo Thai Laoo Khmr Mymr Tale Talu Lana Tavt Java Bali';
const pairedScripts = createScriptPattern(smallScripts);
const unspacedScripts = createScriptPattern(`Han Hang Yiii ${smallScripts}`);

const runs = new RegExp(`(${unspacedScripts.source}+)`, 'u');

export const splitRuns = (text: string): string[] => text.split(runs);

const symbols = '\u2100-\u214f\u2460-\u24ff\u3200-\u33ff\u{1f100}-\u{1f18f}';
/** Includes half-width kana sound marks, and Thai and Lao vowels that belong to the preceding character. */
const combiningClass = '\\p{M}\\p{Cf}\uff9e\uff9f\u0e33\u0eb3';
const rawWord = new RegExp(`[\\p{L}\\p{N}${symbols}][\\p{L}\\p{N}${symbols}${combiningClass}]*`, 'uy');
const unit = new RegExp(`[\\p{L}\\p{N}${symbols}][${combiningClass}]*`, 'uy');
const isFollowing = new RegExp(`^[${combiningClass}]$`, 'u');
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const firstOfWord = /[\p{L}\p{N}]/u;
const inWord = /[\p{L}\p{N}\p{M}]/u;
const isAsciiWord = Array.from({ length: 128 }, (_, code) => /[A-Za-z0-9]/.test(String.fromCharCode(code)));

type EmitWord = (word: string, start: number, end: number, firstEnd: number) => void;

export function splitWords(text: string): string[] {
  const foundWords: string[] = [];
  scan(text, (word) => foundWords.push(word));
  return foundWords;
}

/** Joins the words with spaces, where FTS5 splits them again. */
export const toIndexedForm = (text: string): string => splitWords(text).join(' ');

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  scan(text, (word, start, end, firstEnd) => tokens.push({ word, start, end, firstEnd }));
  return tokens;
}

function scan(text: string, emit: EmitWord): void {
  for (let at = 0; at < text.length;) {
    const end = findEndOfAscii(text, at);
    if (end > at && (end === text.length || text.charCodeAt(end) < 128)) {
      emit(text.slice(at, end).toLowerCase(), at, end, end);
      at = end;
      continue;
    }
    if (end === at && text.charCodeAt(at) < 128) {
      at++;
      continue;
    }
    rawWord.lastIndex = at;
    const raw = rawWord.exec(text)?.[0];
    if (raw !== undefined) scanRaw(raw, at, emit);
    at += raw?.length ?? 1;
  }
}

function findEndOfAscii(text: string, from: number): number {
  let end = from;
  while (end < text.length && isAsciiWord[text.charCodeAt(end)]) end++;
  return end;
}

function scanRaw(raw: string, start: number, emit: EmitWord): void {
  if (unspacedScripts.test(raw)) return scanCharacters(raw, start, emit);
  const end = start + raw.length;
  for (const word of fold(raw).match(words) ?? []) emit(word, start, end, end);
}

function scanCharacters(raw: string, offset: number, emit: EmitWord): void {
  const run = new CharacterRun(emit);
  for (let at = 0; at < raw.length;) {
    const end = findEndOfPlain(raw, at);
    if (end > at) {
      for (let index = at; index < end; index++) {
        run.addUnspaced(raw.charAt(index), getKind(raw.charCodeAt(index)) !== plain, offset + at, offset + end);
      }
      at = end;
      continue;
    }
    unit.lastIndex = at;
    const characters = unit.exec(raw)?.[0] ?? raw.charAt(at);
    for (const character of fold(characters)) run.add(character, offset + at, offset + at + characters.length);
    at += characters.length;
  }
  run.end();
}

class CharacterRun {
  private word = '';
  private isUnspaced = false;
  private start = 0;
  private stop = 0;

  constructor(private readonly emit: EmitWord) {}

  add(character: string, start: number, end: number): void {
    if (unspacedScripts.test(character)) return this.addUnspaced(character, pairedScripts.test(character), start, end);
    if (this.isUnspaced || !inWord.test(character)) this.end();
    if (!(this.word === '' ? firstOfWord : inWord).test(character)) return;
    if (this.word === '') this.start = start;
    this.word += character;
    this.stop = end;
  }

  addUnspaced(character: string, isPaired: boolean, start: number, end: number): void {
    if (!isPaired) {
      this.end();
      return this.emit(character, start, end, end);
    }
    if (!this.isUnspaced) this.end();
    else this.emit(pairStart + this.word + character, this.start, end, this.stop);
    this.word = character;
    this.isUnspaced = true;
    this.start = start;
    this.stop = end;
  }

  end(): void {
    if (this.word !== '') this.emit((this.isUnspaced ? pairStart : '') + this.word, this.start, this.stop, this.stop);
    [this.word, this.isUnspaced] = ['', false];
  }
}

/** Caches each character's kind because most characters in these scripts need no case folding. */
const kinds = new Uint8Array(0x10000);
const [plain, plainPaired, plainMark, other] = [1, 2, 3, 4];

function getKind(code: number): number {
  return (kinds[code] ||= findKind(String.fromCharCode(code)));
}

function findKind(character: string): number {
  if (!unspacedScripts.test(character) || !inWord.test(character) || fold(character) !== character) return other;
  if (!pairedScripts.test(character)) return isFollowing.test(character) ? other : plain;
  return isFollowing.test(character) ? plainMark : plainPaired;
}

function findEndOfPlain(raw: string, from: number): number {
  if (getKind(raw.charCodeAt(from)) > plainPaired) return from;
  let end = from + 1;
  while (end < raw.length && getKind(raw.charCodeAt(end)) === plainMark) end++;
  const isEnd = end === raw.length || raw.charCodeAt(end) < 128 || getKind(raw.charCodeAt(end)) <= plainPaired;
  return isEnd ? end : from;
}
