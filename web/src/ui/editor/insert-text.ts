import type { Change, TextSelection } from './toolbar/format.js';

/** Focuses the field first, because leaving another field may change the text. */
export function getFocusedSelection(field: HTMLTextAreaElement): TextSelection {
  field.focus({ preventScroll: true });
  const { value: text, selectionStart: start, selectionEnd: end } = field;
  return { text, start, end };
}

/**
 * All changes to text that a member is writing must go through this function. It uses `execCommand` so that the
 * browser's undo can revert the change. If a script set the value, the browser would forget all earlier steps.
 */
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
  // Deprecated, but without a successor: the browser cannot undo insertions that a script makes in any other way.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
}

export function getGapBefore(text: string): string {
  if (text.trim() === '' || text.endsWith('\n\n')) return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}

/** During an effect, React would restore the previous value, which would clear the browser's undo history. */
export const runAfterRender = (edit: () => void): void => queueMicrotask(edit);

/** Inserts lines at the caret, with an empty line between them and the text around them. */
export function insertLines(field: HTMLTextAreaElement, lines: readonly string[]): void {
  const { text: value, end: caret } = getFocusedSelection(field);
  const text = `${getGapBefore(value.slice(0, caret))}${lines.join('\n')}\n`;
  const end = caret + text.length;
  applyChange(field, { start: caret, end: caret, text, select: [end, end] });
}

/** Does nothing if the member has removed the text. */
export function replaceText(field: HTMLTextAreaElement, text: string, replacement: string): void {
  setText(
    field,
    field.value.replace(text, () => replacement),
  );
}

/** Replaces only what differs. Preserves the selection, and the focus unless another element is to receive it. */
export function setText(field: HTMLTextAreaElement, text: string, focus = document.activeElement): void {
  const change = findDifference(field, text);
  if (!change) return;
  if (focus === field && document.activeElement === field) return applyChange(field, change);
  withoutFocusEvents(() => {
    applyChange(field, change);
    if (focus instanceof HTMLElement && focus !== document.body) focus.focus({ preventScroll: true });
    else field.blur();
  });
}

function findDifference({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, text: string): Change | null {
  if (value === text) return null;
  const shorter = Math.min(value.length, text.length);
  let start = 0;
  while (start < shorter && value[start] === text[start]) start++;
  let after = 0;
  while (after < shorter - start && value.at(-1 - after) === text.at(-1 - after)) after++;
  // An emoji consists of two code units, and two different emoji may share the first one.
  if (isHighSurrogate(value, start - 1)) start--;
  if (after > 0 && isHighSurrogate(value, value.length - after - 1)) after--;
  const end = value.length - after;
  const shiftCaret = (caret: number) => (caret >= end ? caret + text.length - value.length : Math.min(caret, start));
  return {
    start,
    end,
    text: text.slice(start, text.length - after),
    select: [shiftCaret(selectionStart), shiftCaret(selectionEnd)],
  };
}

const isHighSurrogate = (text: string, index: number): boolean => /[\uD800-\uDBFF]/.test(text[index] ?? '');

/** Hides focus events from the page while the field has focus only for a moment. */
function withoutFocusEvents(run: () => void): void {
  const types = ['focus', 'blur', 'focusin', 'focusout'];
  const stop = (event: Event) => event.stopImmediatePropagation();
  for (const type of types) addEventListener(type, stop, { capture: true });
  run();
  for (const type of types) removeEventListener(type, stop, { capture: true });
}
