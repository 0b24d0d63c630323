import { texts } from './texts.js';

export interface Selected {
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

export type Tool = keyof typeof texts.tools;

/** Bold, italic, quote and list are toggles, which remove their marks when applied again. */
export const formats: Record<Tool, (selected: Selected) => Change> = {
  bold: (selected) => toggleMark(selected, '**', texts.samples.bold),
  italic: (selected) => toggleMark(selected, '_', texts.samples.italic),
  code: (selected) =>
    selectionOf(selected).includes('\n') ? fenceCode(selected) : toggleMark(selected, '`', texts.samples.code),
  link: insertLink,
  quote: (selected) => togglePrefix(selected, '> '),
  list: (selected) => togglePrefix(selected, '- '),
};

const selectionOf = ({ text, start, end }: Selected): string => text.slice(start, end);

function toggleMark(selected: Selected, mark: string, placeholder: string): Change {
  const { text, start, end } = selected;
  const [before, after] = [start - mark.length, end + mark.length];
  if (text.slice(before, start) === mark && text.slice(end, after) === mark && before >= 0) {
    return { start: before, end: after, text: selectionOf(selected), select: [before, before + end - start] };
  }
  const inner = selectionOf(selected) || placeholder;
  const from = start + mark.length;
  return { start, end, text: `${mark}${inner}${mark}`, select: [from, from + inner.length] };
}

function fenceCode(selected: Selected): Change {
  const { text, start, end } = selected;
  const opening = `${start > 0 && text[start - 1] !== '\n' ? '\n' : ''}\`\`\`\n`;
  const inner = selectionOf(selected).replace(/\n$/, '');
  const from = start + opening.length;
  return { start, end, text: `${opening}${inner}\n\`\`\`\n`, select: [from, from + inner.length] };
}

function insertLink(selected: Selected): Change {
  const { start, end } = selected;
  const inner = selectionOf(selected).trim();
  const isAddress = /^https?:\/\/\S+$/.test(inner);
  const linkText = isAddress || inner === '' ? texts.samples.link : inner;
  const address = isAddress ? inner : 'https://';
  const from = start + (isAddress ? 1 : linkText.length + 3);
  const length = isAddress ? linkText.length : address.length;
  return { start, end, text: `[${linkText}](${address})`, select: [from, from + length] };
}

function togglePrefix({ text, start, end }: Selected, prefix: string): Change {
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
