import { useEffect, useRef, useState } from 'react';
import { forget, store, stored } from './storage.js';

const pause = 500;

export interface Draft {
  text: string;
  /** When what stands in `text` was saved; null before that. */
  savedAt: Date | null;
  setText: (text: string) => void;
  /** After it was sent: empties the field and forgets what was saved. */
  clear: () => void;
}

/** A text field that survives a reload, a closed tab and a page left by mistake. */
export function useDraft(key: string): Draft {
  const storageKey = `draft.${key}`;
  const [text, setText] = useState(() => stored(storageKey) ?? '');
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const unsaved = useRef<string | null>(null);

  useEffect(() => {
    const save = () => {
      if (unsaved.current === null) return;
      if (unsaved.current.trim() === '') forget(storageKey);
      else store(storageKey, unsaved.current);
      setSavedAt(unsaved.current.trim() === '' ? null : new Date());
      unsaved.current = null;
    };
    const timer = setTimeout(save, pause);
    addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', save);
    };
  }, [storageKey, text]);

  useEffect(() => () => keep(storageKey, unsaved.current), [storageKey]);

  return {
    text,
    savedAt,
    setText: (next) => {
      unsaved.current = next;
      setText(next);
    },
    clear: () => {
      unsaved.current = null;
      forget(storageKey);
      setSavedAt(null);
      setText('');
    },
  };
}

function keep(storageKey: string, text: string | null): void {
  if (text !== null && text.trim() !== '') store(storageKey, text);
}
