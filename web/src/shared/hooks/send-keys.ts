import type { KeyboardEvent } from 'react';

/** Ctrl or Cmd + Enter sends the surrounding form. */
export function sendWithKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
