// Some supported browsers have no segmenter.
const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null;

/** Truncates to at most `max` UTF-16 code units without splitting a grapheme. */
export function truncateToGraphemes(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = graphemes?.segment(text.slice(0, max + 2)).containing(max)?.index ?? max;
  return text.slice(0, end);
}

export const cutText = (text: string, max: number, mark = '...'): string =>
  text.length <= max ? text : truncateToGraphemes(text, max) + mark;
