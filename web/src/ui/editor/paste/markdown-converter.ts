import { unnamedPicture } from '@guildhall/domain/uploads.js';
import Turndown from 'turndown';

export function createConverter(): Turndown {
  const converter = new Turndown({
    ...{ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', hr: '---' },
    // Preserves line breaks; unlike underscores, asterisks also work inside words.
    ...{ br: '', emDelimiter: '*' },
  });
  converter.escape = escapeMarkdown;
  converter.addRule('struck', { filter: ['s', 'del'], replacement: (content) => `~~${content}~~` });
  converter.addRule('picture', {
    filter: (node) => node.nodeName === 'A' && node.className === 'picture',
    replacement: (_, link) => altTextOf(link),
  });
  converter.addRule('spoiler', { filter: (node) => node.className === 'spoiler', replacement: spoilerOf });
  converter.addRule('details', { filter: 'details', replacement: detailsOf });
  converter.addRule('summary', { filter: 'summary', replacement: () => '' });
  converter.addRule('task', {
    filter: 'input',
    replacement: (_, box) => ((box as HTMLInputElement).checked ? '[x]' : '[ ]'),
  });
  converter.addRule('address', { filter: isAddress, replacement: (_, link) => addressOf(link) });
  converter.addRule('rows', {
    filter: 'table',
    replacement: (_, table) => `\n\n${rowsOf(table as HTMLTableElement, converter)}\n\n`,
  });
  return converter;
}

/** Only the author of a text can add pictures to it. The first image is the placeholder. */
function altTextOf(picture: HTMLElement): string {
  const alt = picture.querySelector('img:last-of-type')?.getAttribute('alt');
  return alt ? escapeMarkdown(alt) : unnamedPicture;
}

function spoilerOf(content: string, { nodeName }: Node): string {
  if (nodeName === 'SPAN') return `||${content}||`;
  return `\n\n${content.trim().replaceAll(/^/gm, '>! ')}\n\n`;
}

/** The outer of two details has more colons. */
function detailsOf(content: string, details: Node): string {
  const element = details as HTMLDetailsElement;
  const title = element.querySelector(':scope > summary')?.textContent ?? '';
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

/** True for a mention, and for a link whose text is its URL or its thread's title. */
function isAddress(node: HTMLElement): boolean {
  if (!(node instanceof HTMLAnchorElement)) return false;
  const label = addressOf(node);
  const target = node.getAttribute('href') ?? '';
  if (node.dataset['address'] !== undefined) return true;
  if (/^@\w+$/.test(label)) return target.startsWith('/profile/');
  return /^(https?:|mailto:)/i.test(target) && /^(https?:\/\/|www\.)|^\S+@\S+$/i.test(label);
}

const addressOf = (link: Node): string => (link as HTMLElement).dataset['address'] ?? link.textContent ?? '';

/** Markdown tables require a header row, so an empty one is added if the range does not include it. */
function rowsOf(table: HTMLTableElement, inline: Turndown): string {
  const rows = [...table.rows].map(({ cells }) =>
    [...cells].map((cell) =>
      inline
        .turndown(cell.innerHTML)
        .replaceAll('|', '\\|')
        .replaceAll(/\s*\n\s*/g, ' '),
    ),
  );
  const width = Math.max(...rows.map(({ length }) => length));
  const hasHead = table.rows[0]?.querySelector('th') != null;
  const [head = [], ...body] = hasHead ? rows : [[], ...rows];
  const alignments = Array.from(
    { length: width },
    (_, n) => lines[table.rows[0]?.cells[n]?.style.textAlign ?? ''] ?? '---',
  );
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, n) => cells[n] ?? '').join(' | ')} |`;
  return [line(head), line(alignments), ...body.map(line)].join('\n');
}

const lines: Record<string, string> = { left: ':---', center: ':---:', right: '---:' };

function escapeMarkdown(text: string): string {
  return text
    .replaceAll(
      /[\\`[]|~~|\|(?=\|)|&(?=#?\w+;)|(?<![A-Za-z0-9])@(?=\w)|\*(?!\s|$)|(?<!\s)\*|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu,
      '\\$&',
    )
    .replace(/^(\s*)(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|={1,}$|-{2,}$|~{3,}|:{3,}|\|)/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2');
}
