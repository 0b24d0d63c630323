import { getGapBefore } from '../insert-text.js';
import type { Change, TextSelection } from './format.js';
import { texts } from './texts.js';

export interface TableSize {
  columns: number;
  rows: number;
  hasHeader: boolean;
}

/** Markdown requires a header row, which may be empty. Selects the first cell to be filled. */
export function insertTable({ text, start, end }: TextSelection, { columns, rows, hasHeader }: TableSize): Change {
  const formatLine = (cellOf: (column: number) => string) =>
    `| ${Array.from({ length: columns }, (_, at) => cellOf(at + 1)).join(' | ')} |\n`;
  const header = formatLine((column) => (hasHeader ? texts.column(column) : ' '));
  const separator = formatLine(() => '---');
  const gap = getGapBefore(text.slice(0, start));
  const table = `${gap}${header}${separator}${formatLine(() => ' ').repeat(rows)}`;
  const from = start + gap.length + (hasHeader ? 0 : header.length + separator.length) + '| '.length;
  return {
    start,
    end,
    text: text.slice(end).startsWith('\n') || end === text.length ? table : `${table}\n`,
    select: [from, from + (hasHeader ? texts.column(1).length : 1)],
  };
}
