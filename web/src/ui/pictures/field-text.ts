import { applyChange, gapBefore } from '../editor/insert-text.js';

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
