import { useEffect, useRef, useState } from 'react';
import { warnBeforeLeaving } from './leave-warning.js';
import { forget, store, stored } from './storage.js';

const saveDelayMs = 500;

export interface Draft {
  text: string;
  /** When the current `text` was saved; null before that. */
  savedAt: Date | null;
  /** The field started with a stored draft. */
  restored: boolean;
  setText: (text: string) => void;
  /** After it was sent, or is discarded: the field holds `initial` again, and the draft is deleted. */
  clear: () => void;
}

/**
 * A text field that survives a reload, a closed tab and a page left by mistake. Where the browser stores nothing, it
 * asks before leaving. `initial` is the field's content while no one has typed.
 */
export function useDraft(key: string, initial = ''): Draft {
  const storageKey = `draft.${key}`;
  const [text, setText] = useState(() => stored(storageKey) ?? initial);
  const [restored, setRestored] = useState(() => stored(storageKey) !== null);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const unsaved = useRef<string | null>(null);

  useEffect(() => {
    const save = () => {
      if (unsaved.current === null) return;
      const kept = keep(storageKey, unsaved.current, initial);
      setSavedAt(kept ? new Date() : null);
      unsaved.current = null;
    };
    const timer = setTimeout(save, saveDelayMs);
    addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', save);
    };
  }, [storageKey, text, initial]);

  useEffect(
    () => () => {
      if (unsaved.current !== null) keep(storageKey, unsaved.current, initial);
    },
    [storageKey, initial],
  );

  return {
    text,
    savedAt,
    restored,
    setText: (next) => {
      unsaved.current = next;
      setText(next);
    },
    clear: () => {
      unsaved.current = null;
      drop(storageKey);
      setSavedAt(null);
      setRestored(false);
      setText(initial);
    },
  };
}

/**
 * The draft of the current person. A draft started as a guest continues for the member who logs in, unless they have
 * one of their own there.
 */
export function useOwnDraft(userId: number | null, name: string): Draft {
  const key = `${userId ?? 'guest'}.${name}`;
  useState(() => userId !== null && moveDraft(`draft.guest.${name}`, `draft.${key}`));
  return useDraft(key);
}

function moveDraft(from: string, to: string): void {
  const text = stored(from);
  if (text === null || stored(to) !== null) return;
  store(to, text);
  drop(from);
}

export function hasDraft(key: string): boolean {
  return stored(`draft.${key}`) !== null;
}

/** @returns whether the text outlives the page; one equal to the initial text is not stored */
function keep(storageKey: string, text: string, initial: string): boolean {
  if (text.trim() === '' || text === initial) {
    drop(storageKey);
    return false;
  }
  const kept = store(storageKey, text);
  warnBeforeLeaving(storageKey, !kept);
  return kept;
}

function drop(storageKey: string): void {
  forget(storageKey);
  warnBeforeLeaving(storageKey, false);
}
