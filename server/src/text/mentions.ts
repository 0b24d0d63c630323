import type { MarkdownIt } from 'markdown-it';
import { textMarks } from './marks.js';

export type NameOf = (id: number) => string | null;

export const erasedName = '[deleted]';

/* A member is referenced as `@`, a mark, the id and another mark. */
const { begin, end, beginNumber } = textMarks;
export const formatReference = (id: number | string): string => `@${begin}${id}${end}`;
export const createPlaceMark = (number: number | string): string => `${beginNumber}${number}${end}`;
export const hasReference = (text: string): boolean => text.includes(begin);

const references = new RegExp(formatReference('(\\d+)'), 'g');
const referenceAtIndex = new RegExp(references.source, 'y');
/** Raw HTML is disabled, so only a reference can render as this element. */
const element = /<mention>(\d+)<\/mention>/;

/** Renders references as elements that `linkMentions` replaces so that cached HTML contains no names. */
export function addMentions(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'mention', (state, silent) => {
    if (state.src[state.pos] !== '@' || state.linkLevel > 0) return false;
    referenceAtIndex.lastIndex = state.pos;
    const match = referenceAtIndex.exec(state.src);
    if (!match) return false;
    if (!silent) {
      const token = state.push('mention', '', 0);
      token.content = match[0];
      token.info = match[1] ?? '';
    }
    state.pos += match[0].length;
    return true;
  });
  markdown.renderer.rules.mention = (tokens, index) => `<mention>${tokens[index]?.info ?? ''}</mention>`;
}

export function linkMentions(html: string, nameOf: NameOf): string {
  const pieces = html.split(element);
  const linkedPieces = pieces.map((piece, index) => (index % 2 === 0 ? piece : linkMention(nameOf(Number(piece)))));
  return withNames(linkedPieces.join(''), nameOf);
}

export function withNames(text: string, nameOf: NameOf): string {
  if (!hasReference(text)) return text;
  return text.replace(references, (_, id: string) => `@${nameOf(Number(id)) ?? erasedName}`);
}

export function findMentionedIds(text: string): number[] {
  return hasReference(text) ? [...new Set([...text.matchAll(references)].map(([, id]) => Number(id)))] : [];
}

function linkMention(name: string | null): string {
  return name === null ? `@${erasedName}` : `<a href="/profile/${name}">@${name}</a>`;
}
