/**
 * Hides keys from all handlers while an input method editor, for example for Chinese or Japanese, is composing. Safari
 * ends the composition before the last key event, which only key code 229 identifies.
 */
export function ignoreComposingKeys(): void {
  const stop = (event: KeyboardEvent) => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', stop, true);
}
