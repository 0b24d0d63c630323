import Turndown from 'turndown';

export function markdownOf(range: Range, text: Element): string {
  const holder = document.createElement('div');
  holder.append(withFormatAround(range, text));
  for (const addedElement of holder.querySelectorAll('button, iframe, [role="status"]')) addedElement.remove();
  return createConverter().turndown(holder).trimEnd();
}

/**
 * `cloneContents` does not copy the element around the range. Without it, part of a code block, for example, would
 * become ordinary text.
 */
function withFormatAround(range: Range, text: Element): Node {
  let copy: Node = range.cloneContents();
  const common = range.commonAncestorContainer;
  const cell = (common instanceof Element ? common : common.parentElement)?.closest('td, th') ?? null;
  for (
    let ancestor: Node | null = common;
    ancestor && ancestor !== text && ancestor !== cell;
    ancestor = ancestor.parentNode
  ) {
    if (!(ancestor instanceof Element)) continue;
    const outerCopy = ancestor.cloneNode(false) as Element;
    outerCopy.append(copy);
    if (outerCopy instanceof HTMLOListElement)
      outerCopy.start = numberIn(ancestor as HTMLOListElement, range.startContainer);
    copy = outerCopy;
  }
  return copy;
}

function numberIn(list: HTMLOListElement, node: Node): number {
  return (
    list.start +
    Math.max(
      0,
      [...list.children].findIndex((item) => item.contains(node)),
    )
  );
}

function createConverter(): Turndown {
  const converter = new Turndown({
    ...{ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', hr: '---' },
    // Preserves line breaks. Unlike underscores, asterisks also work inside words.
    ...{ br: '', emDelimiter: '*' },
  });
  converter.escape = escapeMarkdown;
  converter.addRule('struck', { filter: ['s', 'del'], replacement: (content) => `~~${content}~~` });
  converter.addRule('heading', {
    filter: ['h3', 'h4', 'h5', 'h6'],
    replacement: (content, { nodeName }) => `\n\n${'#'.repeat(Number(nodeName[1]) - 2)} ${content}\n\n`,
  });
  converter.addRule('address', { filter: isAddress, replacement: (_, link) => addressOf(link) });
  converter.addRule('rows', {
    filter: 'table',
    replacement: (_, table) => `\n\n${rowsOf(table as HTMLTableElement, converter)}\n\n`,
  });
  return converter;
}

/** Returns true for a mention, and for a link whose text is its URL or the title of its thread. */
function isAddress(node: HTMLElement): boolean {
  if (!(node instanceof HTMLAnchorElement)) return false;
  const label = addressOf(node);
  const target = node.getAttribute('href') ?? '';
  if (node.dataset['address'] !== undefined) return true;
  if (/^@\w+$/.test(label)) return target.startsWith('/profile/');
  return /^(https?:|mailto:)/i.test(target) && /^(https?:\/\/|www\.)|^\S+@\S+$/i.test(label);
}

const addressOf = (link: Node): string => (link as HTMLElement).dataset['address'] ?? link.textContent ?? '';

/** Adds an empty header row if the range does not include one because Markdown tables require it. */
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
      /[\\`[]|~~|&(?=#?\w+;)|(?<![A-Za-z0-9])@(?=\w)|\*(?!\s|$)|(?<!\s)\*|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu,
      '\\$&',
    )
    .replace(/^(\s*)(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|={1,}$|-{2,}$|~{3,}|\|)/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2');
}
