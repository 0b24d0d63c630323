import type { Change, Selected } from '../toolbar/format.js';
import { isInCode } from './in-code.js';

/** Matches quote markers, followed by a list item's marker, number and check box. */
const lineStart = /^((?: {0,3}>!? ?)*)( *)(?:(?:[-*+]|(\d{1,9})([.)]))( +)(\[[ xX]\] +)?)?/;

/**
 * Handles Enter in a list or quote: continues it on the next line, or ends it after an empty line. Returns null
 * elsewhere.
 */
export function continueList({ text, start, end }: Selected): Change | null {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(from, start);
  const [marks = '', quotes = '', indent = '', number, sign = '', gap = '', box] = lineStart.exec(before) ?? [];
  if (start !== end || marks.trim() === '' || isInCode(text.slice(0, start))) return null;
  const marker = marks.slice(quotes.length + indent.length);
  if (before.trim() === marks.trim() && restOfLine(text, start) === '')
    return marker === '' ? endQuote(text, from, start) : endItem(from, start, quotes);
  const nextMarker = number === undefined ? marker : `${Number(number) + 1}${sign}${gap}${box ?? ''}`;
  const inserted = `\n${quotes}${marker === '' ? '' : indent}${nextMarker.replace(/\[[xX]\]/, '[ ]')}`;
  return replaceWith(start, end, inserted);
}

const restOfLine = (text: string, start: number): string => (text.slice(start).split('\n', 1)[0] ?? '').trim();

/** Without an empty line in between, the next paragraph would become part of the quote. */
const endQuote = (text: string, from: number, to: number): Change =>
  replaceWith(from, to, text.slice(0, from).trim() === '' ? '' : '\n');

/** Without an empty line in between, the next paragraph would become part of the item. */
const endItem = (from: number, to: number, quotes: string): Change =>
  replaceWith(from, to, quotes === '' ? '\n' : `${quotes.trimEnd()}\n${quotes}`);

const replaceWith = (start: number, end: number, text: string): Change => {
  const caret = start + text.length;
  return { start, end, text, select: [caret, caret] };
};
