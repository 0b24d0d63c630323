import { refusals } from '@guildhall/domain/refusals.js';
import { useState } from 'react';
import type { Outcome } from './acts.js';
import { texts } from './texts.js';

interface SeenVersion {
  /** Which text the editor began with; undefined once he was told of a newer one, and replaces it knowingly. */
  version: number | undefined;
  /** What he is told of an outcome. */
  told: (words: Outcome) => Outcome;
}

/** The second of two editors is told that there was a first. */
export function useSeenVersion(begun: number): SeenVersion {
  const [version, setVersion] = useState<number | undefined>(begun);
  return {
    version,
    told(words) {
      if (words !== refusals['changed-since'][1]) return words;
      setVersion(undefined);
      return texts.changedSince;
    },
  };
}
