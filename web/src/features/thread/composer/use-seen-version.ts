import { pageRefusals } from '@guildhall/domain/page-refusals.js';
import { useEffect, useState } from 'react';
import { hasDraft } from '../../../shared/browser/draft-slots.js';
import { forget, store, stored } from '../../../shared/browser/storage.js';
import type { Outcome } from '../state/actions.js';
import { texts } from '../moderation/texts.js';

interface SeenVersion {
  /**
   * The version of the text that the editor started with; undefined once they were warned of a newer one, and replace
   * it knowingly.
   */
  version: number | undefined;
  /** The message shown for an outcome. */
  describe: (words: Outcome) => Outcome;
}

/**
 * Warns the second of two editors that there was a first. A draft of an earlier visit started with the version of that
 * time, which is kept as long as the draft is.
 * @param draft the key of the draft
 * @param now the version that is shown
 */
export function useSeenVersion(draft: string, now: number): SeenVersion {
  const storageKey = `version.${draft}`;
  const [begun] = useState(() => (hasDraft(draft) ? Number(stored(storageKey) ?? now) : now));
  const [version, setVersion] = useState<number | undefined>(begun);
  useEffect(() => {
    store(storageKey, String(begun));
    return () => {
      if (!hasDraft(draft)) forget(storageKey);
    };
  }, [storageKey, draft, begun]);
  return {
    version,
    describe(words) {
      if (words !== pageRefusals['changed-since'][1]) return words;
      setVersion(undefined);
      return texts.changedSince;
    },
  };
}
