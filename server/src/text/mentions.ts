import type { MarkdownIt } from 'markdown-it';

/** The current name of the member whom a written name means; null where no one has it. */
export type NameOf = (written: string) => string | null;

const written = /@([A-Za-z0-9_]{3,16})(?![A-Za-z0-9_@])/y;
/** Characters that prevent a mention: a letter makes it an address, a slash a path. */
const joined = /[\p{L}\p{N}_@/.]$/u;

/** Raw HTML is off, so that only a mention can be rendered as this element. */
const open = /<mention>(\w+)<\/mention>/;

/** Finds mentions outside of code, links and addresses; whether a member has that name is checked when it is shown. */
export function mentions(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'mention', (state, silent) => {
    if (state.src[state.pos] !== '@' || state.linkLevel > 0) return false;
    written.lastIndex = state.pos;
    const found = written.exec(state.src);
    if (!found || joined.test(state.src.slice(Math.max(0, state.pos - 2), state.pos))) return false;
    if (!silent) state.push('mention', '', 0).content = found[0];
    state.pos += found[0].length;
    return true;
  });
  markdown.renderer.rules.mention = (tokens, index) => `<mention>${tokens[index]?.content.slice(1) ?? ''}</mention>`;
}

/** Every mention as a link to the profile, if the member exists, else as it was written: one look-up for each. */
export function linkedMentions(html: string, nameOf: NameOf): string {
  const pieces = html.split(open);
  if (pieces.length === 1) return html;
  return pieces.map((piece, index) => (index % 2 === 0 ? piece : mention(piece, nameOf(piece)))).join('');
}

function mention(name: string, known: string | null): string {
  return known === null ? `@${name}` : `<a href="/profile/${known}">@${known}</a>`;
}
