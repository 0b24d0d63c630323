/** No post can contain these characters. */
export const marks = { begin: '\u0001', end: '\u0002' } as const;

// In characters, not counting the marks of further matches.
const maxLength = 180;
const leadLength = 40;
const match = new RegExp(`${marks.begin}([^${marks.end}]*)${marks.end}`, 'g');

/** Takes linear time, whereas FTS5's own `snippet` is quadratic in the number of matches. */
export function cutSnippet(markedText: string): string {
  const matches = [...markedText.matchAll(match)].map(({ index, 0: { length }, 1: word = '' }) => ({
    start: index,
    end: index + length,
    word: word.toLowerCase(),
  }));
  const from = findBestStart(matches);
  const start = from <= leadLength ? 0 : findBlankAfter(markedText, from - leadLength, from);
  const end =
    start + maxLength >= markedText.length
      ? markedText.length
      : findBlankBefore(markedText, start + maxLength, from + 1);
  const excerpt = withClosedMark(markedText.slice(start, end));
  return `${start > 0 ? '…' : ''}${excerpt.trim()}${end < markedText.length ? '…' : ''}`.toWellFormed();
}

interface MarkedMatch {
  start: number;
  end: number;
  word: string;
}

/** Takes linear time because both ends of the window only move forward. */
function findBestStart(matches: readonly MarkedMatch[]): number {
  const wordCounts = new Map<string, number>();
  const count = (word: string, by: 1 | -1) => {
    const times = (wordCounts.get(word) ?? 0) + by;
    if (times > 0) wordCounts.set(word, times);
    else wordCounts.delete(word);
  };
  let [best, bestScore, next] = [matches[0]?.start ?? 0, 0, 0];
  for (const [index, { start, word }] of matches.entries()) {
    next = Math.max(next, index);
    for (let last = matches[next]; last && last.end <= start + maxLength - leadLength; last = matches[++next])
      count(last.word, 1);
    if (wordCounts.size > bestScore) [best, bestScore] = [start, wordCounts.size];
    if (index < next) count(word, -1);
  }
  return best;
}

function findBlankAfter(text: string, from: number, to: number): number {
  const at = text.slice(from, to).search(/\s/);
  return at < 0 ? alignToCharacter(text, from) : from + at;
}

function findBlankBefore(text: string, to: number, from: number): number {
  const at = text.slice(from, to).search(/\s\S*$/);
  return at < 0 ? alignToCharacter(text, to) : from + at;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const maxGrapheme = 50;

function alignToCharacter(text: string, at: number): number {
  const from = Math.max(0, at - maxGrapheme);
  const grapheme = graphemes.segment(text.slice(from, at + maxGrapheme)).containing(at - from);
  return grapheme && grapheme.index > 0 ? from + grapheme.index : at;
}

function withClosedMark(excerpt: string): string {
  const [begin, end] = [excerpt.indexOf(marks.begin), excerpt.indexOf(marks.end)];
  const withOpenMark = end >= 0 && (begin < 0 || begin > end) ? marks.begin + excerpt : excerpt;
  return withOpenMark.lastIndexOf(marks.begin) > withOpenMark.lastIndexOf(marks.end)
    ? withOpenMark + marks.end
    : withOpenMark;
}
