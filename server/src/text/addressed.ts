import type { Token } from 'markdown-it';
import type { AddressedMembers } from '@guildhall/domain/post/addressed.js';
import { canBeMention, mentionName, mentionSign } from '@guildhall/domain/post/mention.js';
import { parseMarkdown } from './markdown.js';
import { createPlaceMark, formatReference } from './mentions.js';

/** Matches the address of a thread or reply, and captures their ids. */
const linkToText = /^(?:https?:\/\/[^/]+)?\/forums\/thread\/([1-9]\d{0,15})(?:#post-([1-9]\d{0,15}))?$/;

export const maxAddressed = 20;

export interface ParsedAddresses extends Required<AddressedMembers> {
  content: string;
}

interface Mention {
  name: string;
  id: number;
}

/** Finds mentions outside quotations, and the posts that quotations link to. */
export function findAddressed(text: string, idOf: (name: string) => number | null): ParsedAddresses {
  // Most posts contain none of these characters and need no parsing.
  if (!/[@＠>]/.test(text)) return { content: text, mentions: [], quotes: [] };
  const matches = new Map<number, Mention>();
  const mentions = new Set<number>();
  const quotes = new Set<number>();
  const source = withMarks(text);
  let depth = 0;
  for (const { type, children } of parseMarkdown(source)) {
    depth += type === 'blockquote_open' ? 1 : type === 'blockquote_close' ? -1 : 0;
    for (const { number, name: run } of findNames(children ?? [])) {
      // The underscores in `_@Anna_` within a word are not emphasis, so the last one is not part of the name.
      const name = idOf(run) === null ? run.replace(/_+$/, '') : run;
      const id = idOf(name);
      if (id === null) continue;
      matches.set(number, { name, id });
      if (depth === 0) mentions.add(id);
    }
    for (const token of children ?? []) {
      const link = token.type === 'link_open' && depth > 0 ? linkToText.exec(String(token.attrGet('href'))) : null;
      if (link) quotes.add(Number(link[2] ?? link[1]));
    }
  }
  return {
    content: matches.size === 0 ? text : withReferences(source, matches),
    mentions: [...mentions].slice(0, maxAddressed),
    quotes: [...quotes].slice(0, maxAddressed),
  };
}

const candidate = new RegExp(`(?<!\\\\)(?:\\\\\\\\)*${mentionSign}(?=\\w)`, 'g');
const markAfterSign = new RegExp(`(?<=${mentionSign})${createPlaceMark('(\\d+)')}`);
const markedRun = new RegExp(`${mentionSign}${createPlaceMark('(\\d+)')}(\\w*)`, 'g');
const nameAtStart = new RegExp(`^${mentionName}`);

function withMarks(text: string): string {
  let count = 0;
  return text.replace(candidate, (signs) => signs + createPlaceMark(count++));
}

function findNames(tokens: readonly Token[]): { number: number; name: string }[] {
  const matches: { number: number; name: string }[] = [];
  let links = 0;
  let precedingText = '';
  for (const { type, content, nesting } of tokens) {
    if (type === 'link_open' || type === 'link_close') links += nesting;
    precedingText = type === 'text' ? precedingText : '';
    if (type !== 'text' || links > 0) continue;
    // The pieces alternate between text and numbers.
    const pieces = content.split(markAfterSign);
    for (let at = 0; at < pieces.length; at += 2) {
      precedingText = precedingText.slice(-maxContext) + pieces[at];
      const nextPiece = pieces[at + 2];
      const name = nextPiece === undefined ? undefined : nameAtStart.exec(nextPiece)?.[0];
      if (name === undefined || !canBeMention(precedingText.slice(0, -1), `${nextPiece}${pieces[at + 4] ?? ''}`))
        continue;
      matches.push({ number: Number(pieces[at + 1]), name });
    }
  }
  return matches;
}

/** This exceeds the context that `canBeMention` inspects. */
const maxContext = 300;

function withReferences(source: string, matches: ReadonlyMap<number, Mention>): string {
  return source.replace(markedRun, (run: string, number: string, letters: string) => {
    const mention = matches.get(Number(number));
    return mention ? formatReference(mention.id) + letters.slice(mention.name.length) : run[0] + letters;
  });
}
