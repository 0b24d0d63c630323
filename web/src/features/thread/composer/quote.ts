import { linkToPost, linkToThread } from '../../../shared/paths.js';
import { noMembers } from '../../../shared/state/members.js';
import { offerQuote } from './composer-text.js';
import { numberOf } from '../state/ordinals.js';
import { selectedPiece } from './selected-piece.js';
import { useThread } from '../state/store.js';
import { texts } from '../state/texts.js';

interface Quoted {
  name: string;
  text: string;
  /** The address of the post. */
  link: string;
  /** The number of the reply; null for the text that opens the thread. */
  number: number | null;
}

/** The Markdown of a quote: its author, a link to the post, the text. */
export function quoteOf({ name, text, link, number }: Quoted): string {
  const label = number === null ? texts.seePost : `#${number}`;
  const by = `${name === noMembers ? name : `@${name}`} ${texts.wrote} [${label}](${link})`;
  const lines = [by, '', ...text.trim().split('\n')];
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
}

/** A text without its own quotes, unless it consists of nothing else. */
export function withoutQuotes(markdown: string): string {
  const own = markdown
    .split('\n')
    .filter((line) => !/^ {0,3}>/.test(line))
    .join('\n')
    .trim();
  return own || markdown;
}

/** The empty line that a block needs before it. */
export function gapBefore(text: string): string {
  if (text.trim() === '' || text.endsWith('\n\n')) return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}

/** Quotes the selected part of a post, else the whole of it. */
export function quoteFrom(id: number): void {
  const piece = selectedPiece();
  quotePost(id, piece?.postId === id ? piece.text : null);
}

/** Puts a post, or part of it, into the composer of the open thread. */
export function quotePost(id: number, piece: string | null): void {
  const { thread, byId } = useThread.getState();
  const reply = byId[id];
  const row = reply ?? (thread?.id === id ? thread : null);
  if (!thread || !row) return;
  const link = reply ? linkToPost(thread.id, id) : linkToThread(thread.id);
  const number = reply ? numberOf(reply) : null;
  offerQuote(thread.id, quoteOf({ name: row.username, text: piece ?? withoutQuotes(row.content), link, number }));
}
