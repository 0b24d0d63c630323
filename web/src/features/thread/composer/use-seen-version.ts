import { refusals } from '@guildhall/domain/refusals.js';
import { useEffect, useState } from 'react';
import { hasDraft } from '../../../shared/browser/draft.js';
import { forget, store, stored } from '../../../shared/browser/storage.js';
import type { Outcome } from '../state/actions.js';
import { texts } from '../state/texts.js';

interface SeenVersion {
  /** Which text the editor began with; undefined once he was told of a newer one, and replaces it knowingly. */
  version: number | undefined;
  /** What he is told of an outcome. */
  describe: (words: Outcome) => Outcome;
}

/**
 * The second of two editors is told that there was a first. A draft of an earlier visit began with the version of that
 * time, which is kept as long as the draft is. @param drafts keys of the drafts; @param now the version that is shown
 */
export function useSeenVersion(drafts: readonly [string, ...string[]], now: number): SeenVersion {
  const keys = drafts.join(' ');
  const storageKey = `version.${drafts[0]}`;
  const [begun] = useState(() => (drafts.some(hasDraft) ? Number(stored(storageKey) ?? now) : now));
  const [version, setVersion] = useState<number | undefined>(begun);
  useEffect(() => {
    store(storageKey, String(begun));
    return () => {
      if (!keys.split(' ').some(hasDraft)) forget(storageKey);
    };
  }, [storageKey, keys, begun]);
  return {
    version,
    describe(words) {
      if (words !== refusals['changed-since'][1]) return words;
      setVersion(undefined);
      return texts.changedSince;
    },
  };
}
