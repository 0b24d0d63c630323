import { unnamedPicture } from '@guildhall/domain/uploads.js';
import Turndown from 'turndown';

export function createConverter(): Turndown {
  const converter = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    hr: '---',
    // Preserves line breaks; unlike underscores, asterisks also work inside words.
    br: '',
    emDelimiter: '*',
  });
  converter.escape = escapeMarkdown;
  converter.addRule('item', { filter: 'li', replacement: convertItem });
  converter.addRule('struck', { filter: ['s', 'del'], replacement: (content) => `~~${content}~~` });
  converter.addRule('picture', {
    filter: (node) => node.nodeName === 'A' && node.className === 'picture',
    replacement: (_, link) => convertAltText(link),
  });
  converter.addRule('spoiler', { filter: (node) => node.classList.contains('spoiler'), replacement: convertSpoiler });
  converter.addRule('details', { filter: 'details', replacement: convertDetails });
  converter.addRule('summary', { filter: 'summary', replacement: () => '' });
  converter.addRule('task', {
    filter: 'input',
    replacement: (_, box) => ((box as HTMLInputElement).checked ? '[x]' : '[ ]'),
  });
  converter.addRule('address', { filter: isAddress, replacement: (_, link) => getAddress(link) });
  converter.addRule('rows', {
    filter: 'table',
    replacement: (_, table) => `\n\n${convertRows(table as HTMLTableElement, converter)}\n\n`,
  });
  return converter;
}

/** Indents continuation lines by the width of the marker. */
function convertItem(content: string, item: Node): string {
  const list = item.parentNode;
  const isOrdered = list instanceof HTMLOListElement;
  const marker = isOrdered ? `${list.start + [...list.children].indexOf(item as Element)}. ` : '- ';
  const lines = content.trim().replaceAll(/\n(?!\n)/g, `\n${' '.repeat(marker.length)}`);
  return `${marker}${lines}${item.nextSibling ? '\n' : ''}`;
}

/** Uses the alt text because only a post's author can add pictures to it. The first image is the placeholder. */
function convertAltText(picture: HTMLElement): string {
  const alt = picture.querySelector('img:last-of-type')?.getAttribute('alt');
  return alt ? escapeMarkdown(alt) : unnamedPicture;
}

function convertSpoiler(content: string, { nodeName }: Node): string {
  if (nodeName === 'SPAN') return `||${content}||`;
  return `\n\n${content.trim().replaceAll(/^/gm, '>! ')}\n\n`;
}

/** When `details` are nested, the outer one needs more colons. */
function convertDetails(content: string, details: Node): string {
  const element = details as HTMLDetailsElement;
  const title = element.querySelector(':scope > summary')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';
  let colons = ':::';
  for (const inner of element.querySelectorAll('details')) {
    let depth = 3;
    for (let outer: Element | null = inner; outer && outer !== element; outer = outer.parentElement) {
      if (outer instanceof HTMLDetailsElement) depth++;
    }
    colons = ':'.repeat(Math.max(colons.length, depth));
  }
  return `\n\n${colons}details ${title}`.trimEnd() + `\n${content.trim()}\n${colons}\n\n`;
}

/** Returns true for a mention, and for a link whose text is its URL or its thread's title. */
function isAddress(node: HTMLElement): boolean {
  if (!(node instanceof HTMLAnchorElement)) return false;
  const label = getAddress(node);
  const target = node.getAttribute('href') ?? '';
  if (node.dataset['address'] !== undefined) return true;
  if (/^@\w+$/.test(label)) return target.startsWith('/profile/');
  return /^(https?:|mailto:)/i.test(target) && /^(https?:\/\/|www\.)|^\S+@\S+$/i.test(label);
}

const getAddress = (link: Node): string => (link as HTMLElement).dataset['address'] ?? link.textContent ?? '';

const maxSpannedColumns = 20;

/** Markdown tables require a header row, so an empty one is added if the range does not include it. */
function convertRows(table: HTMLTableElement, inline: Turndown): string {
  const rows = [...table.rows].map(({ cells }) =>
    [...cells].flatMap((cell) => {
      const text = inline.turndown(cell.innerHTML);
      const further = Array<string>(Math.min(cell.colSpan, maxSpannedColumns) - 1).fill('');
      return [text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' '), ...further];
    }),
  );
  const width = Math.max(...rows.map(({ length }) => length));
  const hasHead = table.rows[0]?.querySelector('th') != null;
  const [head = [], ...body] = hasHead ? rows : [[], ...rows];
  const alignments = Array.from({ length: width }, (_, column) => findAlignment(table, column));
  const formatLine = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, n) => cells[n] ?? '').join(' | ')} |`;
  return [formatLine(head), formatLine(alignments), ...body.map(formatLine)].join('\n');
}

/** Spreadsheets align numbers to the right, but not the column's header. */
function findAlignment({ rows }: HTMLTableElement, column: number): string {
  for (const row of [rows[0], rows[1]]) {
    const cell = row?.cells[column];
    const line =
      cell && delimiters[cell.dataset['align'] ?? (cell.style.textAlign || cell.getAttribute('align') || '')];
    if (line) return line;
  }
  return '---';
}

const delimiters: Record<string, string> = { left: ':---', center: ':---:', right: '---:' };

/** Matches characters only where they would have an effect, because the member sees and edits the escapes. */
const specialSigns = new RegExp(
  [
    /\\(?=[!-/:-@[-`{-~]|$)|`|~~|\|(?=\|)/,
    // The brackets of a check box or a link, including a link whose URL may follow after the end of this text.
    /\[(?=[ xX]\])|\[(?![^[\]]+\](?!$|[([:]))/,
    /&(?=#?\w+;)|(?<![A-Za-z0-9])@(?=\w)/,
    /\*(?!\s|$)|(?<!\s)\*|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(specialSigns, '\\$&')
    .replace(/^(\s*)(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|={1,}$|-{2,}$|~{3,}|:{3,}|\|)/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2');
}
