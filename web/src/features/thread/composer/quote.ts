import { withoutPictures } from '@guildhall/domain/uploads.js';
import { linkToPost, linkToThread } from '../../../shared/paths.js';
import { hasProfile } from '../../../shared/state/members.js';
import { insertIntoComposer } from './composer-text.js';
import { toMarkdown } from './selected-markdown.js';
import { readSelectedPiece } from './selected-piece.js';
import { useThread } from '../state/store.js';
import { texts } from '../state/texts.js';

interface QuotedText {
  name: string;
  text: string;
  link: string;
}

export function formatQuote({ name, text, link }: QuotedText): string {
  const author = `${hasProfile(name) ? `@${name}` : name} [${texts.wrote} ↑](${link})`;
  const lines = [author, '', ...splitLines(text)];
  return `${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`;
}

/** Preserves leading spaces because they may indent code. */
function splitLines(text: string): string[] {
  const lines = text.trimEnd().split(/\r\n|\r|\n/);
  const firstIndex = lines.findIndex((line) => line.trim() !== '');
  return lines.slice(Math.max(0, firstIndex)).map((line) => (line.trim() === '' ? '' : withoutTabs(line)));
}

/** A leading tab would be two columns narrower after the quote marker. */
function withoutTabs(line: string): string {
  const [blank = ''] = /^[ \t]*/.exec(line) ?? [];
  let width = 0;
  for (const sign of blank) width += sign === '\t' ? 4 - (width % 4) : 1;
  return ' '.repeat(width) + line.slice(blank.length);
}

export function quoteFrom(id: number): void {
  const { thread, byId } = useThread.getState();
  const reply = byId[id];
  const row = reply ?? (thread?.id === id ? thread : null);
  if (!thread || !row) return;
  const link = reply ? linkToPost(thread.id, id) : linkToThread(thread.id);
  const piece = readSelectedPiece();
  const text = piece?.postId === id ? toMarkdown(piece.range, piece.text) : withoutPictures(row.content);
  // While a field has focus, this would move its caret to the start.
  if (piece) document.getSelection()?.removeAllRanges();
  insertIntoComposer({ threadId: thread.id, text: formatQuote({ name: row.username, text, link }), isQuote: true });
}
