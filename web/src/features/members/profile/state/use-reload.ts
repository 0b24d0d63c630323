import { useEffect, useRef } from 'react';
import { scheduleReload } from '../../../../live/schedule-reload.js';

export function useReload(reload: () => Promise<unknown>, count: number | undefined): void {
  const loadedCount = useRef(count);
  const waits = useRef(false);
  useEffect(() => {
    if (loadedCount.current === count) return;
    loadedCount.current = count;
    if (waits.current) return;
    waits.current = true;
    scheduleReload(() => {
      waits.current = false;
      void reload();
    });
  }, [reload, count]);
}
