import { pageRefusals } from '@guildhall/domain/page-refusals.js';
import { useEffect, useState } from 'react';
import { hasDraft } from '../../../shared/browser/draft-slots.js';
import { forget, store, stored } from '../../../shared/browser/storage.js';
import { texts } from '../moderation/texts.js';

interface SeenVersion {
  /**
   * The version of the text that the editor started with; undefined once they were warned of a newer one, which they
   * then replace deliberately.
   */
  version: number | undefined;
  fault: string | null;
}

/**
 * Warns the second of two concurrent editors. A stored draft keeps the version with which it started. @param draft the
 * key of the draft @param now the version that is shown @param refusal the message of the last attempt to save
 */
export function useSeenVersion(draft: string, now: number, refusal: string | null): SeenVersion {
  const storageKey = `version.${draft}`;
  const [begun] = useState(() => (hasDraft(draft) ? Number(stored(storageKey) ?? now) : now));
  const [warned, setWarned] = useState(false);
  const isChanged = refusal === pageRefusals['changed-since'][1];
  if (isChanged && !warned) setWarned(true);
  useEffect(() => {
    store(storageKey, String(begun));
    return () => {
      if (!hasDraft(draft)) forget(storageKey);
    };
  }, [storageKey, draft, begun]);
  return { version: warned ? undefined : begun, fault: isChanged ? texts.changedSince : refusal };
}
