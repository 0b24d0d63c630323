import { texts } from './texts.js';

export interface TextSelection {
  text: string;
  start: number;
  end: number;
}

export interface Change {
  start: number;
  end: number;
  text: string;
  select: [start: number, end: number];
}

export type Format = 'bold' | 'italic' | 'link' | 'quote' | 'code' | 'list' | 'tasks' | 'spoiler';

/**
 * All formats except links are toggles: applied again, they remove their marks. A format adds the first of its marks.
 */
export const formats: Record<Format, (selection: TextSelection) => Change> = {
  bold: (selection) => toggleMark(selection, ['**', '__'], texts.samples.bold),
  italic: (selection) => toggleMark(selection, ['_', '*'], texts.samples.italic),
  code: (selection) =>
    getSelection(selection).includes('\n') || isEmptyLine(selection)
      ? fenceCode(selection)
      : toggleMark(selection, ['`'], texts.samples.code),
  spoiler: (selection) =>
    getSelection(selection).includes('\n')
      ? togglePrefix(selection, '>! ')
      : toggleMark(selection, ['||'], texts.samples.spoiler),
  link: insertLink,
  quote: (selection) => togglePrefix(selection, '> '),
  list: (selection) => togglePrefix(selection, '- '),
  tasks: (selection) => togglePrefix(selection, '- [ ] '),
};

const getSelection = ({ text, start, end }: TextSelection): string => text.slice(start, end);

/** True if nothing is selected and the line has no text. */
const isEmptyLine = ({ text, start, end }: TextSelection): boolean =>
  start === end && (text[start - 1] ?? '\n') === '\n' && (text[end] ?? '\n') === '\n';

function toggleMark(selection: TextSelection, marks: readonly [string, ...string[]], sample: string): Change {
  for (const mark of marks) {
    const isMarked =
      findMarksAroundSelection(selection, mark) ??
      findMarksWithinSelection(selection, mark) ??
      findMarksAroundCaret(selection, mark);
    if (isMarked) return removeMark(selection, isMarked, mark.length);
  }
  const [mark] = marks;
  const { text, start, end } = trimSelection(selectWordAtCaret(selection));
  const inner = text.slice(start, end) || sample;
  const from = start + mark.length;
  return { start, end, text: `${mark}${inner}${mark}`, select: [from, from + inner.length] };
}

type Range = [start: number, end: number];

/** Removes the marks at both ends of the range, and selects what was selected before. */
function removeMark({ text, start, end }: TextSelection, [from, to]: Range, length: number): Change {
  const inner = text.slice(from + length, to - length);
  const moveCaret = (place: number) => from + Math.max(0, Math.min(place - from - length, inner.length));
  return { start: from, end: to, text: inner, select: [moveCaret(start), moveCaret(end)] };
}

function findMarksAroundSelection({ text, start, end }: TextSelection, mark: string): Range | null {
  const sign = mark.charAt(0);
  let [before, after] = [0, 0];
  while (text[start - 1 - before] === sign) before++;
  while (text[end + after] === sign) after++;
  return start < end && isMark(before, mark) && isMark(after, mark) ? [start - mark.length, end + mark.length] : null;
}

/** Three asterisks are both bold and italic. */
const isMark = (signs: number, { length }: string): boolean => (length === 1 ? signs % 2 === 1 : signs >= length);

function findMarksWithinSelection(selection: TextSelection, mark: string): Range | null {
  const selectedText = getSelection(selection);
  const end = selectedText.length - mark.length;
  const isMarked =
    selectedText.startsWith(mark) && selectedText.indexOf(mark, mark.length) === end && end > mark.length;
  return isMarked && findMarksAroundSelection({ text: selectedText, start: mark.length, end }, mark)
    ? [selection.start, selection.end]
    : null;
}

function findMarksAroundCaret({ text, start, end }: TextSelection, mark: string): Range | null {
  if (start !== end) return null;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(from).split('\n', 1)[0] ?? '';
  const sign = mark.charAt(0);
  const side = `[${sign}]{${mark.length}}`;
  const pair = new RegExp(`(?<![${sign}])${side}(?=[^\\s${sign}])[^${sign}]*(?<=\\S)${side}(?![${sign}])`, 'g');
  for (const { index, 0: matchedText } of line.matchAll(pair)) {
    const range: Range = [from + index, from + index + matchedText.length];
    if (start > range[0] && start < range[1]) return range;
  }
  return null;
}

function selectWordAtCaret(selection: TextSelection): TextSelection {
  const { text, start, end } = selection;
  const [before = ''] = /[\p{L}\p{M}\p{N}]+$/u.exec(text.slice(0, start)) ?? [];
  const [after = ''] = /^[\p{L}\p{M}\p{N}]+/u.exec(text.slice(end)) ?? [];
  const isInWord = start === end && before !== '' && after !== '';
  return isInWord ? { text, start: start - before.length, end: end + after.length } : selection;
}

/** A mark next to a space would not take effect. */
function trimSelection(selection: TextSelection): TextSelection {
  const { text, start, end } = selection;
  const selectedText = getSelection(selection);
  if (selectedText.trim() === '') return selection;
  const leadingSpaces = selectedText.length - selectedText.trimStart().length;
  return { text, start: start + leadingSpaces, end: end - (selectedText.length - selectedText.trimEnd().length) };
}

function fenceCode(selection: TextSelection): Change {
  const { text, start, end } = selection;
  const fenceStart = `${start > 0 && text[start - 1] !== '\n' ? '\n' : ''}\`\`\`\n`;
  const inner = getSelection(selection).replace(/\n$/, '');
  const from = start + fenceStart.length;
  return { start, end, text: `${fenceStart}${inner}\n\`\`\`\n`, select: [from, from + inner.length] };
}

function insertLink(selection: TextSelection): Change {
  const { start, end } = selection;
  const inner = getSelection(selection).trim();
  const isAddress = /^https?:\/\/\S+$/.test(inner);
  const linkText = isAddress || inner === '' ? texts.samples.link : inner;
  const address = isAddress ? inner : 'https://';
  const from = start + (isAddress ? 1 : linkText.length + 3);
  const length = isAddress ? linkText.length : address.length;
  return { start, end, text: `[${linkText}](${address})`, select: [from, from + length] };
}

function togglePrefix({ text, start, end }: TextSelection, prefix: string): Change {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(start, end - 1));
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const isToggledOff = lines.every((line) => line.startsWith(prefix));
  const changedText = lines.map((line) => (isToggledOff ? line.slice(prefix.length) : prefix + line)).join('\n');
  return {
    start: from,
    end: to,
    text: changedText,
    select: [from + (isToggledOff ? 0 : prefix.length), from + changedText.length],
  };
}
