import { useEffect, type RefObject } from 'react';
import { applyChange, getFocusedSelection } from '../insert-text.js';
import type { Change, TextSelection } from '../toolbar/format.js';
import { isInCode } from '../writing/in-code.js';

const maxHtmlLength = 300_000;
const formattingElements =
  /<(a\s[^>]*href|b|strong|i|em|s|del|h[1-6]|[uo]l|blockquote|pre|code|table|details|img|hr)[\s>]|mso-list|class="spoiler|font-weight: ?(bold|[6-9]00)/i;

/** The browser itself inserts unformatted text, and any text pasted with Ctrl+Shift+V. */
export function usePaste(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const area = field.current;
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData: data } = event;
      if (!area || !data || isInCode(area.value.slice(0, area.selectionStart))) return;
      const plain = data.getData('text/plain');
      const html = data.getData('text/html');
      const link = linkSelection(getFocusedSelection(area), plain.trim());
      const isFromCodeEditor = data.types.includes('vscode-editor-data');
      const isRich =
        !isFromCodeEditor && html.length <= maxHtmlLength && formattingElements.test(html) && plain.trim() !== '';
      if (link) applyChange(area, link);
      else if (isRich) void insertMarkdown(area, html, plain);
      else return;
      event.preventDefault();
    };
    area?.addEventListener('paste', onPaste);
    return () => area?.removeEventListener('paste', onPaste);
  }, [field]);
}

/** Returns the selection as a link to a pasted address, or null if it cannot be one. */
export function linkSelection({ text, start, end }: TextSelection, address: string): Change | null {
  const selection = text.slice(start, end);
  if (!/^(https?:\/\/|mailto:)\S+$/i.test(address)) return null;
  if (selection.trim() === '' || /\n|\]\(|^\s*https?:\/\//i.test(selection)) return null;
  const link = `[${selection}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  const caret = start + link.length;
  return { start, end, text: link, select: [caret, caret] };
}

async function insertMarkdown(area: HTMLTextAreaElement, html: string, plain: string): Promise<void> {
  const markdown = await import('./pasted-markdown.js')
    .then(({ convertToMarkdown }) => convertToMarkdown(html) || plain)
    .catch(() => plain);
  const { start, end } = getFocusedSelection(area);
  const caret = start + markdown.length;
  applyChange(area, { start, end, text: markdown, select: [caret, caret] });
}
