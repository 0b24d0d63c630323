import { useEffect, useRef } from 'react';
import { areSingleKeysOn } from '../browser/single-keys.js';

const writingFields = [
  'input, textarea, select, dialog, [contenteditable=""], [contenteditable="true"]',
  ...['textbox', 'combobox', 'listbox', 'menu', 'dialog', 'alertdialog'].map((role) => `[role="${role}"]`),
].join();

/**
 * Ignores keys with a modifier, keys in fields, lists and dialogs, and all keys if the reader has turned single-key
 * commands off (WCAG 2.1.4).
 */
export function useSingleKeys(commands: Readonly<Record<string, () => void>>): void {
  const current = useRef(commands);
  useEffect(() => {
    current.current = commands;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const command = isFree(event) ? current.current[event.key.toLowerCase()] : undefined;
      if (!command) return;
      event.preventDefault();
      command();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function isFree(event: KeyboardEvent): boolean {
  const { defaultPrevented, ctrlKey, altKey, metaKey, shiftKey, key, target } = event;
  if (defaultPrevented || ctrlKey || altKey || metaKey || !areSingleKeysOn()) return false;
  // Some keyboard layouts require Shift for the question mark.
  if (shiftKey && key !== '?') return false;
  return !(target instanceof Element) || target.closest(writingFields) === null;
}
