import type { KeyboardEvent } from 'react';

/** Submits the surrounding form on Ctrl or Cmd + Enter. */
export function sendWithKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
