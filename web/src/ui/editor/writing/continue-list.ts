import type { Change, TextSelection } from '../toolbar/format.js';
import { isInCode } from './in-code.js';

/** Matches quote markers, followed by a list item's marker, number and check box. */
const lineStart = /^((?: {0,3}>!? ?)*)([ \t]*)(?:(?:[-*+]|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\] +)?)?/;

/**
 * Handles Enter in a list or quote: continues it on the next line, or ends it after an empty line. Returns null
 * elsewhere.
 */
export function continueList({ text, start, end }: TextSelection): Change | null {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const precedingText = text.slice(from, start);
  const { marks, quotes, indent, marker, nextMarker } = parseStart(precedingText);
  if (start !== end || marks.trim() === '' || isInCode(text.slice(0, start))) return null;
  if (precedingText.trim() === marks.trim() && readRestOfLine(text, start) === '')
    return marker === '' ? endQuote(text, from, start) : endItem(text, from, start);
  return replaceWith(start, end, `\n${quotes}${marker === '' ? '' : indent}${nextMarker}`);
}

function parseStart(line: string) {
  const [marks = '', quotes = '', indent = '', number, sign = '', gap = '', box = ''] = lineStart.exec(line) ?? [];
  const marker = marks.slice(quotes.length + indent.length);
  const nextMarker = number === undefined ? marker : `${Number(number) + 1}${sign}${gap}${box}`;
  return { marks, quotes, indent, marker, nextMarker: nextMarker.replace(/\[[xX]\]/, '[ ]') };
}

const readRestOfLine = (text: string, start: number): string => (text.slice(start).split('\n', 1)[0] ?? '').trim();

/** Without an empty line in between, the next paragraph would become part of the quote. */
const endQuote = (text: string, from: number, to: number): Change =>
  replaceWith(from, to, text.slice(0, from).trim() === '' ? '' : '\n');

/**
 * Moves a nested item out by one level. After an item that is not nested, leaves an empty line, because the next
 * paragraph would otherwise become part of the item.
 */
function endItem(text: string, from: number, to: number): Change {
  const { quotes, indent } = parseStart(text.slice(from, to));
  const parent = findParent(text.slice(0, from).split('\n'), quotes, indent);
  if (parent) return replaceWith(from, to, `${quotes}${parent.indent}${parent.nextMarker}`);
  return replaceWith(from, to, quotes === '' ? '\n' : `${quotes.trimEnd()}\n${quotes}`);
}

function findParent(lines: readonly string[], quotes: string, indent: string) {
  for (const line of [...lines].reverse()) {
    const start = parseStart(line);
    const isNextToList = start.marker === '' && (start.indent !== '' || line.trim() === start.quotes.trim());
    if (isNextToList) continue;
    if (start.marker === '' || start.quotes.trim() !== quotes.trim()) return null;
    if (getWidth(start.indent) < getWidth(indent)) return start;
  }
  return null;
}

const tabWidth = 4;
const getWidth = (indent: string): number => indent.replaceAll('\t', ' '.repeat(tabWidth)).length;

const replaceWith = (start: number, end: number, text: string): Change => {
  const caret = start + text.length;
  return { start, end, text, select: [caret, caret] };
};
