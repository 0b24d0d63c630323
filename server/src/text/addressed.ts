import type { Addressed } from '@guildhall/domain/post/addressed.js';
import { parseMarkdown } from './markdown.js';

/** A text may mention this many members, and quote this many texts; further ones get no notification. */
export const maxAddressed = 20;

const toText = /^(?:https?:\/\/[^/]+)?\/forums\/thread\/([1-9]\d{0,15})(?:#post-([1-9]\d{0,15}))?$/;

/**
 * The members that a text mentions outside of its quotations, and the texts that its quotations link to.
 * @param idOf the member whom a written name means; null where there is none
 */
export function addressedIn(text: string, idOf: (written: string) => number | null): Addressed {
  if (!/[@>]/.test(text)) return { mentions: [], quotes: [] }; // most texts: they need not be parsed
  const mentions = new Set<number>();
  const quotes = new Set<number>();
  let depth = 0;
  for (const { type, children } of parseMarkdown(text)) {
    depth += type === 'blockquote_open' ? 1 : type === 'blockquote_close' ? -1 : 0;
    for (const token of children ?? []) {
      const named = token.type === 'mention' && depth === 0 ? idOf(token.content.slice(1)) : null;
      if (named !== null) mentions.add(named);
      const link = token.type === 'link_open' && depth > 0 ? toText.exec(String(token.attrGet('href'))) : null;
      if (link) quotes.add(Number(link[2] ?? link[1]));
    }
  }
  return { mentions: [...mentions].slice(0, maxAddressed), quotes: [...quotes].slice(0, maxAddressed) };
}
