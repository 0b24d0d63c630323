import { detectDirection } from '@guildhall/domain/text/direction.js';
import type { MarkdownIt, Token } from 'markdown-it';

type Direction = 'ltr' | 'rtl';

const blocks = new Set(
  'paragraph heading blockquote bullet_list ordered_list th td'.split(' ').map((name) => `${name}_open`),
);
const code = new Set(['fence', 'code_block', 'code_inline']);

/**
 * Sets the direction of each block from its first letter, which also works in feed readers. Code is always left to
 * right.
 */
export function addDirections(markdown: MarkdownIt): void {
  markdown.core.ruler.push('directions', ({ tokens }) => {
    const firstWithin = findFirstDirections(tokens);
    const enclosing: Direction[] = ['ltr'];
    for (const [index, token] of tokens.entries()) {
      const outerDirection = enclosing.at(-1) ?? 'ltr';
      if (token.nesting < 0) enclosing.pop();
      else if (token.nesting > 0) {
        const ownDirection = (blocks.has(token.type) && firstWithin[index]) || outerDirection;
        if (ownDirection !== outerDirection && !token.hidden) token.attrSet('dir', ownDirection);
        enclosing.push(token.hidden ? outerDirection : ownDirection);
      } else if (outerDirection === 'rtl') isolate(token);
    }
  });
}

function findFirstDirections(tokens: readonly Token[]): (Direction | null)[] {
  const blockDirections = tokens.map((): Direction | null => null);
  const innerDirections: (Direction | null)[] = [null];
  // Iterates backwards so that the first letter is visited last and wins.
  for (let index = tokens.length - 1; index >= 0; index--) {
    const { nesting, children } = tokens[index] as Token;
    if (nesting < 0) innerDirections.push(null);
    const direction = nesting > 0 ? innerDirections.pop() : findDirection(children ?? []);
    if (nesting > 0) blockDirections[index] = direction ?? null;
    if (direction) innerDirections[innerDirections.length - 1] = direction;
  }
  return blockDirections;
}

/** Names, addresses and code are considered only if there is no other text. */
function findDirection(children: readonly Token[]): Direction | null {
  let links = 0;
  const ownTokens = children.filter(({ type }) => {
    links += type === 'link_open' ? 1 : type === 'link_close' ? -1 : 0;
    return links === 0 && type === 'text';
  });
  return detectDirection(joinContent(ownTokens)) ?? detectDirection(joinContent(children));
}

const joinContent = (tokens: readonly Token[]): string => tokens.map(({ content }) => content).join('');

function isolate(token: Token): void {
  if (code.has(token.type)) token.attrSet('dir', 'ltr');
  for (const child of token.children ?? []) {
    if (child.type === 'link_open') child.attrSet('dir', 'auto');
    else if (code.has(child.type)) child.attrSet('dir', 'ltr');
  }
}
