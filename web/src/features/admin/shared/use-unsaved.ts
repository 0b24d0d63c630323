import { useEffect, useRef } from 'react';
import { warnBeforeLeaving } from '../../../shared/browser/leave-warning.js';
import { navigate } from '../../../shared/router.js';
import { showToast } from '../../../shared/toast.js';
import { texts } from './texts.js';

/**
 * Unsaved edits are kept while the person views other pages of the site: a toast reports them and links back. The
 * browser asks before leaving the site itself, where they would be lost.
 */
export function useUnsaved(reason: string, dirty: boolean, words: string, path: string): void {
  const leave = useRef<() => void>(() => {});
  useEffect(() => {
    warnBeforeLeaving(reason, dirty);
    leave.current = () => {
      if (dirty) showToast(words, { name: texts.goBack, run: () => navigate(path) });
    };
  }, [reason, dirty, words, path]);
  useEffect(() => () => leave.current(), []);
}
