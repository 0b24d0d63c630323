import { useEffect, useRef } from 'react';
import { warnBeforeLeaving } from '../../../shared/browser/leave-warning.js';
import { navigate } from '../../../shared/router.js';
import { showToast } from '../../../shared/toast.js';
import { texts } from './texts.js';

/**
 * Edits survive navigation within the site, and a toast links back to them. Because they are lost when the member
 * leaves the site, the browser asks for confirmation.
 */
export function useUnsaved(reason: string, dirty: boolean, message: string, path: string): void {
  const leave = useRef<() => void>(() => {});
  useEffect(() => {
    warnBeforeLeaving(reason, dirty);
    leave.current = () => {
      if (dirty) showToast(message, { name: texts.goBack, run: () => navigate(path) });
    };
  }, [reason, dirty, message, path]);
  useEffect(() => () => leave.current(), []);
}
