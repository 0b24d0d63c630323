import { stored } from './storage.js';

/** Whether keys without Ctrl or Cmd act as commands: WCAG 2.1.4 requires a way to turn them off. */
export function singleKeysOn(): boolean {
  return stored('single-keys') !== 'off';
}
