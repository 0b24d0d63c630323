import { Refusal } from '@guildhall/domain/refusals.js';
import MarkdownIt, { type Token } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { addBlocks } from './blocks.js';
import { addDirections } from './directions.js';
import { addLinks } from './links.js';
import { linkMentions, addMentions, type NameOf } from './mentions.js';
import { addPictures } from './pictures.js';
import { getBudget, createEnv, isOrdinary, MarkupLimitExceeded, enforceBudget, type Env } from './render-budget.js';
import { addSpoilers, withoutSpoilers } from './spoilers.js';

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
markdown.validateLink = (url) => /^(https?:\/\/|mailto:|[/#])/i.test(url);
markdown.core.ruler.push('images_as_links', ({ tokens, env }) => {
  for (const token of tokens) if (token.children) token.children = convertImagesToLinks(token.children, env);
});
// The page has a title and each post has a heading, so headings in a post must rank below both.
markdown.core.ruler.push('headings_below_the_post', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = lowerHeading(token.tag);
  }
});
markdown.use(cjkFriendly);
markdown.use(addLinks);
markdown.use(addSpoilers);
markdown.use(addBlocks);
markdown.use(addDirections);
markdown.use(addMentions);
markdown.use(addPictures);
markdown.use(enforceBudget);
markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet('rel', 'nofollow ugc noopener');
  return renderer.renderToken(tokens, index, options);
};

/** Allows no raw HTML, scripts or images from other hosts. Markdown with too much markup is shown unformatted. */
export function renderMarkdown(text: string, nameOf: NameOf = () => null): string {
  return linkMentions(renderOpen(text), nameOf);
}

export function renderOpen(text: string): string {
  return withMarkupFallback(
    () => markdown.render(text, createEnv(text)),
    () => `<p>${markdown.utils.escapeHtml(text).replaceAll('\n', '<br>\n')}</p>\n`,
  );
}

export function requireRenderableMarkup(text: string, field: string): void {
  if (isOrdinary(text)) return;
  withMarkupFallback(
    () => markdown.render(text, createEnv(text)),
    () => {
      throw new Refusal('content-markup', field);
    },
  );
}

export function parseMarkdown(text: string): Token[] {
  return withMarkupFallback(
    () => markdown.parse(text, createEnv(text)),
    () => [],
  );
}

function withMarkupFallback<T>(work: () => T, otherwise: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof MarkupLimitExceeded)) throw error;
    return otherwise();
  }
}

function lowerHeading(tag: string): string {
  return `h${Math.min(Number(tag.slice(1)) + 2, 6)}`;
}

/** An embedded picture would expose readers to its host. */
function convertImagesToLinks(tokens: Token[], env: Env): Token[] {
  if (!tokens.some(({ type }) => type === 'image')) return tokens;
  let depth = 0;
  return tokens.flatMap((token) => {
    depth += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0;
    return token.type === 'image' ? convertImageToLink(token, depth > 0, env) : [token];
  });
}

function convertImageToLink(image: Token, insideLink: boolean, env: Env): Token[] {
  const source = String(image.attrGet('src') ?? '');
  const TokenOf = image.constructor as typeof Token;
  const text = new TokenOf('text', '', 0);
  text.content = renderPlainInline(withoutSpoilers(image.children ?? [])).trim() || source;
  // Many pictures can share one long address.
  getBudget(env).takeHtml(text.content.length);
  if (insideLink) return [text];
  for (let n = 0; n < 2; n++) getBudget(env).takeToken();
  const open = new TokenOf('link_open', 'a', 1);
  open.attrSet('href', source);
  return [open, text, new TokenOf('link_close', 'a', -1)];
}

export function toPlainText(text: string): string {
  const env = createEnv(text);
  const blockToPlainText = ({ children, content }: Token) => {
    const blockText = children ? renderPlainInline(children) : content;
    getBudget(env).takeHtml(blockText.length);
    return blockText;
  };
  const blocks = withMarkupFallback(
    () => withoutSpoilers(markdown.parse(text, env)).map(blockToPlainText),
    () => [text],
  );
  return blocks.join(' ').replace(/\s+/g, ' ').trim();
}

function renderPlainInline(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return ' ';
      return token.children ? renderPlainInline(token.children) : token.content;
    })
    .join('');
}
