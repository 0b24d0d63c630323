import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';

/** Replaces a spoiler wherever posts are shown without formatting. */
const hiddenSpoiler = '[spoiler]';

const buttonLabel = 'Spoiler, press to show';
const bars = '||';
const lineMark = '>!';

/** Renders `||inline||` spoilers and blocks of lines that begin with `>!`. */
export function addSpoilers(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('text', 'spoiler', parseInlineSpoiler);
  markdown.block.ruler.before('blockquote', 'spoiler', parseSpoilerBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  markdown.block.ruler.before('blockquote', 'quote_before_spoiler', quoteBeforeSpoiler);
  markdown.renderer.rules['spoiler_open'] = (tokens, index) => {
    const { tag, meta } = tokens[index] as Token;
    // A link cannot contain a button, and a link's name cannot contain hidden text.
    const label =
      meta?.isInLink === true
        ? `<span class="visually-hidden">${buttonLabel}</span>`
        : `<button type="button">${buttonLabel}</button>`;
    return `<${tag} class="spoiler" tabindex="-1">${label}<${tag}>`;
  };
  markdown.renderer.rules['spoiler_close'] = (tokens, index) => {
    const { tag, block } = tokens[index] as Token;
    return `</${tag}></${tag}>${block ? '\n' : ''}`;
  };
}

/** Matches the plain text before a spoiler, with no character that can begin other markup. */
const textBeforeBars = /[^\n!#$%&*+\-:<=>@[\\\]^_`{}~]*?(?=\|\|)/y;
const barsAtIndex = /\|{2,}/y;

function parseInlineSpoiler(state: StateInline, silent: boolean): boolean {
  textBeforeBars.lastIndex = state.pos;
  const precedingText = textBeforeBars.exec(state.src)?.[0];
  if (precedingText === undefined || state.pos + precedingText.length + bars.length > state.posMax) return false;
  if (precedingText !== '') {
    if (!silent) state.pending += precedingText;
    state.pos += precedingText.length;
    return true;
  }
  barsAtIndex.lastIndex = state.pos;
  const start = state.pos + (barsAtIndex.exec(state.src)?.[0].length ?? 0);
  const end = findEndOfSpoiler(state, start);
  if (end === null) return false;
  const isBlank = state.src.slice(start, end).trim() === '';
  if (!silent) state.pending += state.src.slice(isBlank ? state.pos : state.pos + bars.length, start);
  if (!silent && !isBlank) {
    const { posMax } = state;
    state.push('spoiler_open', 'span', 1).meta = { isInLink: state.linkLevel > 0 };
    state.pos = start;
    state.posMax = end;
    state.md.inline.tokenize(state);
    state.posMax = posMax;
    state.push('spoiler_close', 'span', -1);
  }
  state.pos = isBlank ? start : end + bars.length;
  return true;
}

/** Returns the position of the next bars outside code, links and escapes. */
function findEndOfSpoiler(state: StateInline, start: number): number | null {
  const { pos } = state;
  state.pos = start;
  while (state.pos + bars.length <= state.posMax && !state.src.startsWith(bars, state.pos)) {
    state.md.inline.skipToken(state);
  }
  const end = state.pos;
  state.pos = pos;
  return end + bars.length <= state.posMax ? end : null;
}

const beginsWithMark = (state: StateBlock, line: number, mark: string): boolean =>
  (state.sCount[line] ?? 0) - state.blkIndent < 4 &&
  state.src.startsWith(mark, (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0));

const isOutdented = (state: StateBlock, line: number): boolean => (state.sCount[line] ?? 0) < state.blkIndent;

function parseSpoilerBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!beginsWithMark(state, startLine, lineMark)) return false;
  if (silent) return true;
  const { lineMax, parentType, blkIndent } = state;
  const restore: (() => void)[] = [];
  let line = startLine;
  for (; line < endLine && beginsWithMark(state, line, lineMark) && !isOutdented(state, line); line++) {
    restore.push(withoutMark(state, line));
  }
  Object.assign(state, { lineMax: line, parentType: 'blockquote', blkIndent: 0 });
  const open = state.push('spoiler_open', 'div', 1);
  Object.assign(open, { block: true, map: [startLine, line] });
  state.md.block.tokenize(state, startLine, line);
  state.push('spoiler_close', 'div', -1).block = true;
  Object.assign(state, { lineMax, parentType, blkIndent, line });
  for (const restoreLine of restore) restoreLine();
  return true;
}

/** Moves a line's start past its mark, as markdown-it does for quotations. @returns a function that moves it back */
function withoutMark(state: StateBlock, line: number): () => void {
  const { bMarks, tShift, sCount, bsCount, src } = state;
  const originalLine = [bMarks[line] ?? 0, tShift[line] ?? 0, sCount[line] ?? 0, bsCount[line] ?? 0] as const;
  const [mark, shift, indent] = originalLine;
  const end = mark + shift + lineMark.length;
  const spaces = src.startsWith(' ', end) ? 1 : 0;
  const start = end + spaces;
  const column = indent + lineMark.length + spaces;
  let [pos, width] = [start, 0];
  for (; pos < (state.eMarks[line] ?? 0) && /[ \t]/.test(src.charAt(pos)); pos++) {
    width += src.charAt(pos) === '\t' ? 4 - ((column + width) % 4) : 1;
  }
  [bMarks[line], tShift[line], sCount[line], bsCount[line]] = [start, pos - start, width, column];
  return () => ([bMarks[line], tShift[line], sCount[line], bsCount[line]] = originalLine);
}

/** Ends a quotation before a spoiler. The mark `>!` would otherwise continue the quotation and show what it hides. */
function quoteBeforeSpoiler(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || !beginsWithMark(state, startLine, '>')) return false;
  let line = startLine + 1;
  while (line < endLine && !state.isEmpty(line) && !beginsWithMark(state, line, lineMark)) line++;
  if (line >= endLine || state.isEmpty(line) || isOutdented(state, line)) return false;
  const { lineMax } = state;
  state.lineMax = line;
  state.md.block.tokenize(state, startLine, line);
  state.lineMax = lineMax;
  return true;
}

/** Replaces each spoiler, including those within inline tokens, with text that says only that a spoiler exists. */
export function withoutSpoilers(tokens: readonly Token[]): Token[] {
  let depth = 0;
  return tokens.flatMap((token) => {
    const wasHidden = depth > 0;
    if (token.type === 'spoiler_open' || token.type === 'spoiler_close') depth += token.nesting;
    if (wasHidden) return [];
    if (token.type === 'spoiler_open') return [createPlaceholder(token.constructor as typeof Token)];
    if (token.children) token.children = withoutSpoilers(token.children);
    return [token];
  });
}

function createPlaceholder(TokenOf: typeof Token): Token {
  const token = new TokenOf('text', '', 0);
  token.content = hiddenSpoiler;
  return token;
}

const openTag = /<(span|div) class="spoiler"/g;

/** Works like `withoutSpoilers`, but on rendered HTML. An incomplete spoiler hides everything after it. */
export function replaceHtmlSpoilers(html: string): string {
  let visibleHtml = '';
  let from = 0;
  openTag.lastIndex = 0;
  for (let open = openTag.exec(html); open; open = openTag.exec(html)) {
    const tag = open[1] ?? '';
    visibleHtml += html.slice(from, open.index) + (tag === 'div' ? `<p>${hiddenSpoiler}</p>` : hiddenSpoiler);
    from = findEndOfElement(html, open.index, tag);
    openTag.lastIndex = from;
  }
  return visibleHtml + html.slice(from);
}

function findEndOfElement(html: string, start: number, tag: string): number {
  const tags = new RegExp(`<(/?)${tag}\\b[^>]*>`, 'g');
  tags.lastIndex = start;
  let depth = 0;
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    depth += match[1] === '' ? 1 : -1;
    if (depth === 0) return tags.lastIndex;
  }
  return html.length;
}
