import { parseUrl } from '../../../shared/parse-url.js';
import { createConverter, escapeMarkdown } from './markdown-converter.js';
import { texts } from '../texts.js';
import { buildWordLists } from './word-lists.js';

const ignoredElements =
  'script, style, template, noscript, title, meta, link, svg, video, audio, iframe, button, .visually-hidden';
const minBoldWeight = 600;
const monospaceFonts = /mono|courier|consolas|menlo/i;

/** The page's content security policy blocks style attributes, but not the styles that a script sets. */
const styleAttribute = /(<[a-z][^<>]*\s)style(?==)/gi;

/** A document from `DOMParser` runs no scripts and loads nothing. */
export function convertToMarkdown(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replaceAll(styleAttribute, '$1data-style'), 'text/html');
  const queryAll = <Found extends HTMLElement>(selector: string) => body.querySelectorAll<Found>(selector);
  queryAll(ignoredElements).forEach((element) => element.remove());
  buildWordLists(body);
  queryAll('[data-style]').forEach((element) => (element.style.cssText = element.dataset['style'] ?? ''));
  replaceSpaces(body);
  queryAll('[style]').forEach(replaceStyle);
  queryAll('strong, em, s, code').forEach(joinNext);
  queryAll(':is(ul, ol) > :is(ul, ol)').forEach(moveIntoItem);
  queryAll('li').forEach(simplifyItem);
  queryAll<HTMLImageElement>('img').forEach(replaceImage);
  queryAll<HTMLAnchorElement>('a').forEach(simplifyLink);
  queryAll('pre').forEach(encloseCode);
  queryAll<HTMLTableElement>('table').forEach(simplifyTable);
  queryAll(':is(h1, h2, h3, h4, h5, h6, th) :is(b, strong)').forEach(unwrap);
  const converter = createConverter();
  converter.escape = (text) => escapeMarkdown(text).replaceAll('\\@', '@');
  return converter.turndown(body).trim();
}

/** Turns line breaks into spaces, except where the copied page displayed them as line breaks. */
function replaceSpaces(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parent = text.parentElement;
    if (!parent || parent.closest('pre')) continue;
    text.data = text.data.replaceAll('\u00a0', ' ');
    if (!text.data.includes('\n') || !/^(pre|break)/.test(findWhiteSpace(parent))) continue;
    const lines = text.data.split('\n');
    text.replaceWith(...lines.flatMap((line, index) => (index === 0 ? [line] : [document.createElement('br'), line])));
  }
}

function findWhiteSpace(element: HTMLElement | null): string {
  for (let outer = element; outer; outer = outer.parentElement) {
    if (outer.style.whiteSpace !== '') return outer.style.whiteSpace;
  }
  return '';
}

/** Word processors format text with styles, and Google Docs wraps everything in a `b` that is not bold. */
function replaceStyle(element: HTMLElement): void {
  const { fontWeight, fontStyle, fontFamily, textDecoration } = element.style;
  const isNormal = fontWeight === 'normal' || Number(fontWeight || minBoldWeight) < minBoldWeight;
  if (element.matches('b, strong')) return isNormal ? unwrap(element) : undefined;
  if (element.matches('i, em')) return fontStyle === 'normal' ? unwrap(element) : undefined;
  if (!element.matches('span, p, td')) return;
  if (fontWeight === 'bold' || Number(fontWeight) >= minBoldWeight) wrapContent(element, 'strong', 'b');
  if (fontStyle === 'italic') wrapContent(element, 'em', 'i');
  if (textDecoration.includes('line-through')) wrapContent(element, 's', 'del');
  if (element.matches('span') && monospaceFonts.test(fontFamily)) wrapContent(element, 'code', 'pre');
  if (element.matches('span:not(.spoiler)')) unwrap(element);
}

function wrapContent(element: HTMLElement, name: string, synonym: string): void {
  if (element.textContent.trim() === '' || element.closest(`${name}, ${synonym}`)) return;
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** A single bold passage may consist of several spans. */
function joinNext(element: HTMLElement): void {
  while (element.nextSibling?.nodeName === element.nodeName) {
    const next = element.nextSibling as HTMLElement;
    element.append(...next.childNodes);
    next.remove();
  }
}

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

/** Turns another site's picture into a link, except for emoji and tracking pixels. */
function replaceImage(image: HTMLImageElement): void {
  if (image.closest('a.picture')) return;
  const { alt } = image;
  const source = image.getAttribute('src') ?? '';
  const sizes = [image.getAttribute('width'), image.getAttribute('height'), image.style.width, image.style.height];
  const isInvisible = image.style.display === 'none' || sizes.some((size) => /^[0-2](px)?$/.test(size ?? ''));
  if (isInvisible) return image.remove();
  const isText = /^:[\w+~-]+:$|^\p{Extended_Pictographic}/u.test(alt) || image.closest('a');
  if (isText || !/^https?:/i.test(source)) return image.replaceWith(alt.trim() || getImageLinkAddress(image));
  const link = document.createElement('a');
  link.setAttribute('href', source);
  link.append(alt.trim() || texts.pastedPicture);
  image.replaceWith(link);
}

/** A link that contains only a picture without alt text would otherwise lose its URL. */
function getImageLinkAddress(image: HTMLImageElement): string {
  const link = image.closest('a');
  const address = link?.getAttribute('href') ?? '';
  return link?.textContent.trim() === '' && /^https?:\/\//i.test(address) ? withoutRedirect(address) : '';
}

function simplifyLink(link: HTMLAnchorElement): void {
  const address = link.getAttribute('href') ?? '';
  if (link.textContent.trim() === '' && !link.matches('.picture')) return link.remove();
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return unwrap(link);
  link.setAttribute('href', withoutRedirect(address));
}

/** Google Docs links to other sites through a redirect. */
function withoutRedirect(address: string): string {
  const url = parseUrl(address);
  const isRedirect = url?.host === 'www.google.com' && url.pathname === '/url';
  return (isRedirect && url.searchParams.get('q')) || address;
}

/** Google Docs puts a nested list next to its item, not inside it. */
function moveIntoItem(list: HTMLElement): void {
  const item = list.previousElementSibling;
  if (item?.matches('li')) item.append(list);
  else unwrap(list);
}

function simplifyItem(item: HTMLElement): void {
  const paragraphs = item.querySelectorAll(':scope > p');
  if (paragraphs.length === 1) paragraphs.forEach(unwrap);
  if (item.getAttribute('role') !== 'checkbox') return;
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = item.getAttribute('aria-checked') === 'true';
  item.querySelector(':scope > img')?.remove();
  item.prepend(box, ' ');
}

/** GitHub puts the language into a class of the element around the code block. */
function encloseCode(pre: HTMLElement): void {
  pre.querySelectorAll('br').forEach((lineBreak) => lineBreak.replaceWith('\n'));
  if (pre.querySelector('code')) return;
  const code = document.createElement('code');
  const [, language] = /\bhighlight-source-(\w+)/.exec(pre.parentElement?.className ?? '') ?? [];
  if (language) code.className = `language-${language}`;
  code.append(...pre.childNodes);
  pre.append(code);
}

/** Excel copies even a single cell as a table. The first row of a spreadsheet almost always names its columns. */
function simplifyTable(table: HTMLTableElement): void {
  const [first, second] = table.rows;
  if (!second && first?.cells.length === 1 && first.cells[0]) return table.replaceWith(...first.cells[0].childNodes);
  if (!first || !second || table.querySelector('th')) return;
  for (const cell of [...first.cells]) {
    const head = document.createElement('th');
    for (const { name, value } of cell.attributes) head.setAttribute(name, value);
    head.append(...cell.childNodes);
    cell.replaceWith(head);
  }
}
