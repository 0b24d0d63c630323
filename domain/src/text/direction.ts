const rightToLeft = /[\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const strongCharacter = /[\p{L}\u200e\u200f]/u;

export function detectDirection(text: string): 'ltr' | 'rtl' | null {
  const firstLetter = strongCharacter.exec(text)?.[0];
  if (firstLetter === undefined) return null;
  return rightToLeft.test(firstLetter) ? 'rtl' : 'ltr';
}

/** Wraps right-to-left text in a first-strong isolate so that the surrounding plain text keeps its order. */
export const isolateRightToLeft = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);
