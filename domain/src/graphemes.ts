const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The start of a text, at most `max` UTF-16 code units of it, that ends with a whole grapheme. */
export function wholeGraphemes(text: string, max: number): string {
  if (text.length <= max) return text;
  // Whether a grapheme ends at `max` depends on what precedes and on the one code point that follows.
  const end = graphemes.segment(text.slice(0, max + 2)).containing(max)?.index ?? max;
  return text.slice(0, end);
}

/** A text of more than `max` UTF-16 code units ends with its last whole grapheme within them, and `mark`. */
export const cutText = (text: string, max: number, mark = '...'): string =>
  text.length <= max ? text : wholeGraphemes(text, max) + mark;
