/**
 * Hides keys from all handlers while an input method, such as one for Chinese or Japanese, uses them to choose a word.
 * Safari ends the composition before the key that ends it, and marks that key only by its code 229.
 */
export function ignoreComposingKeys(): void {
  const stop = (event: KeyboardEvent) => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', stop, true);
}
