const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts a text to at most `max` UTF-16 code units without splitting a grapheme. */
export function wholeGraphemes(text: string, max: number): string {
  if (text.length <= max) return text;
  // Whether a grapheme ends at `max` depends on what precedes and on the one code point that follows.
  const end = graphemes.segment(text.slice(0, max + 2)).containing(max)?.index ?? max;
  return text.slice(0, end);
}

/** Like `wholeGraphemes`, with `mark` appended if the text was cut. */
export const cutText = (text: string, max: number, mark = '...'): string =>
  text.length <= max ? text : wholeGraphemes(text, max) + mark;
