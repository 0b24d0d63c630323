import type { Change } from './toolbar/format.js';

/** Uses `execCommand` so that the browser's undo reverts the change. */
export function applyChange(field: HTMLTextAreaElement, { start, end, text, select }: Change): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  if (document.activeElement !== field || !typeText(text)) {
    field.setRangeText(text, start, end, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  field.setSelectionRange(...select);
}

function typeText(text: string): boolean {
  // Deprecated without a successor: nothing else that a page inserts can be undone by the browser.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
}

export function gapBefore(text: string): string {
  if (text.trim() === '' || text.endsWith('\n\n')) return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}

/** Inserts lines at the caret, with an empty line between them and the text around them. */
export function insertLines(field: HTMLTextAreaElement, lines: readonly string[]): void {
  const { value, selectionEnd: caret } = field;
  const text = `${gapBefore(value.slice(0, caret))}${lines.join('\n')}\n`;
  const end = caret + text.length;
  applyChange(field, { start: caret, end: caret, text, select: [end, end] });
}

/** Preserves the focus and the selection. Does nothing if the member has removed the text. */
export function replaceText(field: HTMLTextAreaElement, text: string, replacement: string): void {
  const start = field.value.indexOf(text);
  if (start === -1) return;
  const { selectionStart, selectionEnd } = field;
  const end = start + text.length;
  const shifted = (caret: number) => (caret >= end ? caret + replacement.length - text.length : Math.min(caret, start));
  const select: [number, number] = [shifted(selectionStart), shifted(selectionEnd)];
  if (document.activeElement === field) return applyChange(field, { start, end, text: replacement, select });
  field.setRangeText(replacement, start, end);
  field.setSelectionRange(...select);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
