import { useEffect, type RefObject } from 'react';
import { useSession } from '../../../../shared/state/session.js';
import { reportSeen } from '../../../../shared/notifications/report-seen.js';
import { watchInView } from '../../../../shared/reading/watch-in-view.js';

/** Reports which posts and replies have been in view. The elements are observed again when `shown` changes. */
export function useWallWatch(wall: RefObject<HTMLElement | null>, shown: unknown): void {
  const isMember = useSession((state) => Boolean(state.user));
  useEffect(() => {
    if (!isMember || !wall.current) return;
    const texts = wall.current.querySelectorAll<HTMLElement>('[data-wallpost]');
    return watchInView(texts, ({ dataset }) => reportSeen([{ kind: 'wallpost', id: Number(dataset['wallpost']) }]));
  }, [isMember, wall, shown]);
}
