/** Call this in a click handler. Rejects if the browser does not permit copying. */
export async function copyText(text: string): Promise<void> {
  // Browsers omit the clipboard on sites without HTTPS, although its type says otherwise.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) return clipboard.writeText(text);
  let isCopied = false;
  const copy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    isCopied = true;
  };
  document.addEventListener('copy', copy, { capture: true });
  // Deprecated, but without a successor on such sites.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  document.execCommand('copy');
  document.removeEventListener('copy', copy, { capture: true });
  if (!isCopied) throw new Error('The browser did not copy the text.');
}
