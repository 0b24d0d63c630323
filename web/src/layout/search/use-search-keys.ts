import { useEffect } from 'react';
import { singleKeysOn } from '../../shared/browser/single-keys.js';

const narrow = '(max-width: 1180px)';
const openDialogs = 'dialog[open], [data-base-ui-inert]';

export function useSearchKeys(focusField: () => void, openDialog: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isSearchKey(event)) return;
      if (document.querySelector(openDialogs)) return;
      event.preventDefault();
      if (matchMedia(narrow).matches) openDialog();
      else focusField();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return !shiftKey && key.toLowerCase() === 'k';
  return key === '/' && singleKeysOn() && !isField(target);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
