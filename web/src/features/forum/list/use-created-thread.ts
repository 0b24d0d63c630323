import { useEffect, useState } from 'react';
import { navigate, useLocation } from '../../../shared/router.js';

/** The thread that the reader has just started, on the first view of its list: a reload does not mark it again. */
export function useCreatedThread(): number | null {
  const location = useLocation();
  const named = createdIn(location.state);
  const address = location.pathname + location.search;
  const [created] = useState(named);
  useEffect(() => {
    if (named !== null) navigate(address, { replace: true, state: null });
  }, [named, address]);
  return created;
}

/** The state of a history entry; `use-new-thread.ts` sets it. */
function createdIn(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('createdThread' in state)) return null;
  return typeof state.createdThread === 'number' ? state.createdThread : null;
}
