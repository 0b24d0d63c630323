import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { DraftCopy, type DraftState } from './draft-copy.js';
import { moveDraft } from './draft-slots.js';

type Actions = 'setText' | 'keyFor' | 'done' | 'clear' | 'takeBack' | 'keepThis' | 'useOther';

export type Draft = DraftState & Pick<DraftCopy, Actions>;

/**
 * Survives reloads, closed tabs and accidental navigation, and is shared between tabs. Without browser storage, warns
 * before the page is left. `initial` is the content before anything is typed.
 */
export function useDraft(key: string, initial = ''): Draft {
  return useDraftCopy(key, initial)[0];
}

/**
 * A guest's draft passes to the member who logs in unless that member already has one. A draft that an earlier version
 * stored as `formerName` is moved.
 */
export function useOwnDraft(userId: number | null, name: string, formerName?: string): Draft {
  useState(() => {
    const owner = userId ?? 'guest';
    if (formerName !== undefined) moveDraft(`${owner}.${formerName}`, `${owner}.${name}`);
  });
  return useDraft(useOwnDraftKey(userId, name));
}

export interface TitledDraft {
  draft: Draft;
  title: string;
  content: string;
  setTitle: (title: string) => void;
  setContent: (content: string) => void;
}

/** Stores title and text as one draft whose first line is the title. */
export function useTitledDraft(key: string, initialTitle = '', initialContent = ''): TitledDraft {
  const [draft, copy] = useDraftCopy(key, `${initialTitle}\n${initialContent}`);
  const { title, content } = splitTitle(draft.text);
  return {
    draft,
    title,
    content,
    setTitle: (next) => copy.setText(`${next}\n${splitTitle(copy.state.text).content}`),
    setContent: (next) => copy.setText(`${splitTitle(copy.state.text).title}\n${next}`),
  };
}

export function useOwnTitledDraft(userId: number | null, name: string): TitledDraft {
  return useTitledDraft(useOwnDraftKey(userId, name));
}

function useOwnDraftKey(userId: number | null, name: string): string {
  useState(() => userId !== null && moveDraft(`guest.${name}`, `${userId}.${name}`));
  return `${userId ?? 'guest'}.${name}`;
}

function useDraftCopy(key: string, initial: string): [Draft, DraftCopy] {
  // eslint-disable-next-line react-hooks/exhaustive-deps -- a copy outlives a change of its initial text
  const copy = useMemo(() => new DraftCopy(key, initial), [key]);
  const state = useSyncExternalStore(
    copy.subscribe,
    () => copy.state,
    () => copy.state,
  );
  useEffect(() => {
    copy.setInitial(initial);
  }, [copy, initial]);
  useEffect(() => copy.start(), [copy]);
  const { setText, keyFor, done, clear, takeBack, keepThis, useOther } = copy;
  return [{ ...state, setText, keyFor, done, clear, takeBack, keepThis, useOther }, copy];
}

function splitTitle(text: string): { title: string; content: string } {
  const [title = '', ...lines] = text.split('\n');
  return { title, content: lines.join('\n') };
}
