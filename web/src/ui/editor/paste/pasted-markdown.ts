import { createConverter } from './markdown-converter.js';

const ignored = 'script, style, template, noscript, title, meta, link, svg, video, audio, iframe, button';
const minBoldWeight = 600;

/** The document of `DOMParser` runs no scripts and loads nothing. */
export function markdownOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(ignored)) element.remove();
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) applyStyle(element);
  for (const image of body.querySelectorAll('img'))
    if (!image.closest('a.picture')) image.replaceWith(linkToImage(image));
  for (const link of body.querySelectorAll('a')) if (!isWebAddress(link.getAttribute('href'))) unwrap(link);
  for (const paragraph of body.querySelectorAll('li > p:only-child')) unwrap(paragraph);
  return createConverter().turndown(body).trim();
}

/** Word processors mark bold and italic text by styles, and some put everything into a `b` that is not bold. */
function applyStyle(element: HTMLElement): void {
  const { fontWeight, fontStyle } = element.style;
  const isNormal = fontWeight === 'normal' || Number(fontWeight || minBoldWeight) < minBoldWeight;
  if (element.matches('b, strong')) return isNormal ? unwrap(element) : undefined;
  if (!element.matches('span')) return;
  if (fontWeight === 'bold' || Number(fontWeight) >= minBoldWeight) wrapContent(element, 'strong');
  if (fontStyle === 'italic') wrapContent(element, 'em');
}

function wrapContent(element: HTMLElement, name: string): void {
  if (element.textContent.trim() === '' || element.closest('b, strong, em, h1, h2, h3, h4, h5, h6, th')) return;
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

const isWebAddress = (address: string | null): boolean => /^(https?:\/\/|mailto:)/i.test(address ?? '');

function linkToImage(image: HTMLImageElement): Node {
  const { ownerDocument: owner, alt } = image;
  const source = image.getAttribute('src') ?? '';
  const text = owner.createTextNode(alt.trim() || (/^https?:/i.test(source) ? source : ''));
  if (!/^https?:/i.test(source) || image.closest('a')) return text;
  const link = owner.createElement('a');
  link.setAttribute('href', source);
  link.append(text);
  return link;
}
