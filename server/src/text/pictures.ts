import {
  buildPicturePattern,
  unescapeAlt,
  fitSize,
  buildThumbnailAddress,
  thumbnailBounds,
  unnamedPicture,
  buildUploadAddress,
  type Size,
} from '@guildhall/domain/uploads.js';
import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { textMarks } from './marks.js';

/**
 * A stored post contains its pictures' facts after their ids, between marks that input cannot contain, so that
 * rendering needs no lookup.
 */
export interface StoredFacts extends Size {
  animated: boolean;
  /** A small WebP in base64. */
  placeholder: string;
}

export interface TextPicture extends Size {
  id: string;
  alt: string;
}

const { beginPicture, end } = textMarks;
const factsMark = `${beginPicture}([^${end}]*)${end}`;
const allFacts = new RegExp(factsMark, 'g');
const pictureAtIndex = new RegExp(buildPicturePattern(`(?:${factsMark})?`), 'y');
const allPictures = new RegExp(buildPicturePattern(factsMark), 'g');
const allReferences = new RegExp(buildPicturePattern(), 'g');
const factsPattern = /^(\d+)x(\d+)\/(a?)\/([\w-]*)$/;

interface InlineMeta {
  hasMalformedPicture?: boolean;
}

const labelWithoutAlt = 'Picture';

export const hasPictures = (storedText: string): boolean => storedText.includes(beginPicture);

/** Returns the text as members read and write it. */
export const withoutPictureFacts = (storedText: string): string =>
  hasPictures(storedText) ? storedText.replace(allFacts, '') : storedText;

const beginOfAddress = '](upload:';

export const mayContainPictures = (text: string): boolean => text.includes(beginOfAddress);

/** Numbers everything that looks like a picture, because only the parser can distinguish pictures from code. */
export function withNumbers(text: string): string {
  let count = 0;
  return text.replace(allReferences, (picture) => `${picture.slice(0, -1)}${beginPicture}${count++}${end})`);
}

/** @returns the uploads' ids by number */
export function findNumberedPictures(tokens: readonly Token[]): Map<number, string> {
  const pictures = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'picture');
  return new Map(pictures.map(({ info, meta }) => [Number(info), (meta as { id: string }).id]));
}

/** True if readers would see the Markdown of something that looks like a picture. */
export const hasMalformedPicture = (tokens: readonly Token[]): boolean =>
  tokens.some(({ meta }) => (meta as InlineMeta | null)?.hasMalformedPicture);

/** Replaces pictures without facts with their alt text. `pictures` has the numbers of all references outside code. */
export function withFacts(
  numberedText: string,
  pictures: ReadonlyMap<number, string>,
  factsById: ReadonlyMap<string, StoredFacts>,
): string {
  return numberedText.replace(allPictures, (reference: string, alt: string, id: string, number: string) => {
    if (!pictures.has(Number(number))) return withoutPictureFacts(reference);
    const facts = factsById.get(id);
    if (!facts) return alt.trim() || unnamedPicture;
    return reference.replace(allFacts, beginPicture + toStoredFacts(facts) + end);
  });
}

export const findPictureIds = (storedText: string): string[] =>
  hasPictures(storedText) ? [...storedText.matchAll(allPictures)].map(([, , id = '']) => id) : [];

/** Replaces the pictures that `isHidden` selects with their descriptions. */
export const removeHiddenFacts = (storedText: string, isHidden: (id: string) => boolean): string =>
  hasPictures(storedText)
    ? storedText.replace(allPictures, (picture, _, id: string) =>
        isHidden(id) ? withoutPictureFacts(picture) : picture,
      )
    : storedText;

const toStoredFacts = ({ width, height, animated, placeholder }: StoredFacts): string =>
  `${width}x${height}/${animated ? 'a' : ''}/${Buffer.from(placeholder, 'base64').toString('base64url')}`;

function parseFacts(info: string): StoredFacts | null {
  const [, width, height, animationMark, placeholder = ''] = factsPattern.exec(info) ?? [];
  if (width === undefined) return null;
  return {
    width: Number(width),
    height: Number(height),
    animated: animationMark === 'a',
    placeholder: Buffer.from(placeholder, 'base64url').toString('base64'),
  };
}

export function addPictures(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'picture', parsePicture);
  // Later, escaped characters are part of the text around them.
  markdown.core.ruler.before('text_join', 'malformed_pictures', ({ tokens }) => {
    for (const token of tokens)
      if (mayContainPictures(token.content) && showsPictureMarkdown(token.children ?? []))
        token.meta = { hasMalformedPicture: true } satisfies InlineMeta;
  });
  markdown.core.ruler.push('picture_paragraphs', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const inline = tokens[index + 1];
      if (token.type !== 'paragraph_open' || token.hidden || !inline?.children) continue;
      const foundPictures = inline.children.filter(isPicture);
      if (foundPictures.length === 0 || !inline.children.every((child) => isPicture(child) || isBlank(child))) continue;
      token.attrJoin('class', 'pictures');
      inline.children = foundPictures;
    }
  });
  markdown.renderer.rules.picture = (tokens, index) => renderPicture(tokens[index] as Token, markdown.utils.escapeHtml);
}

function parsePicture(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '!') return false;
  pictureAtIndex.lastIndex = state.pos;
  const match = pictureAtIndex.exec(state.src);
  if (!match || pictureAtIndex.lastIndex > state.posMax) return false;
  const [markdown, alt = '', id = '', info = ''] = match;
  // Links cannot be nested, and a picture is a link.
  if (!silent) {
    const token = state.push(state.linkLevel > 0 ? 'text' : 'picture', '', 0);
    token.content = unescapeAlt(alt) || unnamedPicture;
    token.info = info;
    token.meta = { id, alt: unescapeAlt(alt) };
  }
  state.pos += markdown.length;
  return true;
}

/** Pictures separate texts, so that the beginning of one and the end of another are not taken for a picture. */
function showsPictureMarkdown(tokens: readonly Token[]): boolean {
  const pieces = tokens.map(({ type, content }) => (type === 'text' ? content : type === 'picture' ? '\n' : ' '));
  return pieces
    .join('')
    .split('\n')
    .some((text) => text.includes('![') && text.includes(beginOfAddress, text.indexOf('![')));
}

const isPicture = ({ type, info }: Token): boolean => type === 'picture' && parseFacts(info) !== null;

const isBlank = ({ type, content }: Token): boolean =>
  type === 'softbreak' || type === 'hardbreak' || (type === 'text' && content.trim() === '');

function renderPicture({ info, content, meta }: Token, escapeHtml: (text: string) => string): string {
  const facts = parseFacts(info);
  if (!facts) return escapeHtml(content);
  const { id, alt } = meta as { id: string; alt: string };
  const size = fitSize(facts, thumbnailBounds);
  const tag = (name: string, attributes: Record<string, string | number>) => {
    const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`);
    return `<${name}${list.join('')}>`;
  };
  const badge: Record<string, string> = facts.animated ? { 'data-animated': '' } : {};
  const link = tag('a', { class: 'picture', href: buildUploadAddress(id), 'data-picture': id, ...badge });
  const placeholderSource = `data:image/webp;base64,${facts.placeholder}`;
  const placeholder = tag('img', { class: 'placeholder', src: placeholderSource, alt: '', ...size });
  const imageAttributes = { src: buildThumbnailAddress(id), alt: alt || labelWithoutAlt, ...size };
  return `${link}${placeholder}${tag('img', { ...imageAttributes, loading: 'lazy', decoding: 'async' })}</a>`;
}

/** Returns the picture that a post begins with. */
export function findLeadingPicture([first, second]: readonly Token[]): TextPicture | null {
  const start = second?.children?.find((child) => !isBlank(child));
  if (first?.type !== 'paragraph_open' || start?.type !== 'picture') return null;
  const facts = parseFacts(start.info);
  const { id, alt } = start.meta as { id: string; alt: string };
  return facts && { id, alt, width: facts.width, height: facts.height };
}

/** Returns the id of the first picture in rendered Markdown, in which quotation marks appear only inside tags. */
export const findFirstPicture = (renderedHtml: string): string | null =>
  / data-picture="([0-9a-f]{32})"/.exec(renderedHtml)?.[1] ?? null;
