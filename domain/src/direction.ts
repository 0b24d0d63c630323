const rightToLeft = /[\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const firstStrong = /[\p{L}\u200e\u200f]/u;

/** The direction of the first letter of a text; null where there is none. */
export function directionOf(text: string): 'ltr' | 'rtl' | null {
  const letter = firstStrong.exec(text)?.[0];
  if (letter === undefined) return null;
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}

/**
 * A name or title for a sentence without markup, such as that of a tab: between Unicode's first-strong isolate and its
 * end where a part of it runs right to left, so that the words around it stay in their order.
 */
export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);
