import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/** A list item counts as two levels. No legible post is nested this deeply. */
const maxNesting = 30;

/**
 * The number of tokens can exceed the length: tables pad short rows with empty cells, and link references repeat their
 * address at every use.
 * @param length the source's length in UTF-16 code units
 */
export const computeMaxTokens = (length: number): number => Math.min(1_000 + 3 * length, 30_000);
export const computeMaxHtmlLength = (length: number): number => Math.min(4_096 + 20 * length, 262_144);

const maxOrdinaryLength = 8_000;
/** Matches tables, references that may repeat addresses or titles, and nested quotations, lists and details. */
const multiplyingMarkup = /[|[]|^[ \t]*(?:>|:{3}|[-+*](?:[ \t]|$)|\d)/m;

/** Each character yields only a few characters of HTML, so there is no need to render it just to measure it. */
export const isOrdinary = (text: string): boolean => text.length <= maxOrdinaryLength && !multiplyingMarkup.test(text);

export class MarkupLimitExceeded extends Error {
  constructor() {
    super('The text has too much markup');
    this.name = 'MarkupLimitExceeded';
  }
}

class RenderBudget {
  private tokens: number;
  private htmlLength: number;

  constructor(private readonly length: number) {
    this.tokens = computeMaxTokens(length);
    this.htmlLength = computeMaxHtmlLength(length);
  }

  takeToken(): void {
    if (--this.tokens < 0) throw new MarkupLimitExceeded();
  }

  checkTokens(tokens: readonly Token[]): void {
    if (countTokens(tokens) > computeMaxTokens(this.length)) throw new MarkupLimitExceeded();
  }

  takeHtml(length: number): void {
    this.htmlLength -= length;
    if (this.htmlLength < 0) throw new MarkupLimitExceeded();
  }
}

export const countTokens = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, { children }) => sum + 1 + countTokens(children ?? []), 0);

export type Env = StateCore['env'];

export const createEnv = (text: string): Env => ({ budget: new RenderBudget(text.length) });

export function getBudget(env: Env | undefined): RenderBudget {
  const budget = env?.['budget'];
  if (budget instanceof RenderBudget) return budget;
  throw new Error('Markdown is parsed and rendered with a budget');
}

export function enforceBudget(markdown: MarkdownIt): void {
  const { block, core, inline, renderer } = markdown;
  block.State = class extends block.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      getBudget(this.env).takeToken();
      if (this.level >= maxNesting) throw new MarkupLimitExceeded();
      return super.push(type, tag, nesting);
    }
  };
  inline.State = class extends inline.State {
    override pushPending(): Token {
      getBudget(this.env).takeToken();
      return super.pushPending();
    }

    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      getBudget(this.env).takeToken();
      return super.push(type, tag, nesting);
    }
  };
  // Linkify adds its tokens without `push`.
  core.ruler.push('check_tokens', ({ tokens, env }) => getBudget(env).checkTokens(tokens));
  const render: typeof renderer.render = (tokens, options, env) => {
    let html = '';
    for (const [index, { type, children }] of tokens.entries()) {
      if (type === 'inline') html += render(children ?? [], options, env);
      else {
        const rule = renderer.rules[type];
        const piece = rule ? rule(tokens, index, options, env, renderer) : renderer.renderToken(tokens, index, options);
        getBudget(env).takeHtml(piece.length);
        html += piece;
      }
    }
    return html;
  };
  renderer.render = render;
  renderer.renderInline = render;
  markdown.set({ maxNesting: maxNesting + 1 });
}
