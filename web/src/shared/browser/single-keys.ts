import { readStored } from './storage.js';

/** WCAG 2.1.4 requires a way to turn off commands on single keys. */
export function areSingleKeysOn(): boolean {
  return readStored('single-keys') !== 'off';
}
