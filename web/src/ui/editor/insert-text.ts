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
