import { stored } from './storage.js';

/** Whether keys without Ctrl or Cmd do something on a page: WCAG 2.1.4 wants a way to switch them off. */
export function singleKeysOn(): boolean {
  return stored('single-keys') !== 'off';
}
