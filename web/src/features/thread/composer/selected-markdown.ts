import { createConverter } from '../../../ui/editor/paste/markdown-converter.js';

export function toMarkdown(range: Range, text: Element): string {
  const holder = document.createElement('div');
  holder.append(copyWithFormat(range, text));
  for (const addedElement of holder.querySelectorAll('button, iframe, [role="status"], .visually-hidden'))
    addedElement.remove();
  const converter = createConverter();
  // A post's headings are rendered two levels lower than in its Markdown.
  converter.addRule('heading', {
    filter: ['h3', 'h4', 'h5', 'h6'],
    replacement: (content, { nodeName }) => `\n\n${'#'.repeat(Number(nodeName[1]) - 2)} ${content}\n\n`,
  });
  return converter.turndown(holder).trimEnd();
}

/**
 * `cloneContents` does not copy the element around the range. Without it, part of a code block, for example, would
 * become ordinary text.
 */
function copyWithFormat(range: Range, text: Element): Node {
  let copy: Node = range.cloneContents();
  const common = range.commonAncestorContainer;
  const cell = (common instanceof Element ? common : common.parentElement)?.closest('td, th') ?? null;
  for (
    let ancestor: Node | null = common;
    ancestor && ancestor !== text && ancestor !== cell;
    ancestor = ancestor.parentNode
  ) {
    if (!(ancestor instanceof Element)) continue;
    const outerCopy = ancestor.cloneNode(false) as Element;
    outerCopy.append(copy);
    if (outerCopy instanceof HTMLOListElement)
      outerCopy.start = getNumber(ancestor as HTMLOListElement, range.startContainer);
    copy = outerCopy;
  }
  return copy;
}

function getNumber(list: HTMLOListElement, node: Node): number {
  return (
    list.start +
    Math.max(
      0,
      [...list.children].findIndex((item) => item.contains(node)),
    )
  );
}
