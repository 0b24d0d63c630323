import { can } from '@guildhall/domain/permissions.js';
import { type StaffTopic, staffTopics } from '@guildhall/domain/wire/topics.js';
import { useEffect, useRef } from 'react';
import { listen } from '../../live/connection.js';
import { useActor } from '../../shared/state/session.js';
import { followUpdates } from './follow-updates.js';

/**
 * Reloads a list of the staff a short while after something in it has changed. `position`: of the first response; null
 * while there is none, or where no updates are wanted. `ask` returns the position of the new response, null where there
 * was none. A person who may not subscribe to a topic receives nothing.
 */
export function useStaffUpdates(topic: StaffTopic, position: string | null, ask: () => Promise<string | null>): void {
  const may = can(useActor(), staffTopics[topic]);
  const latest = useRef({ position, ask });
  useEffect(() => {
    latest.current = { position, ask };
  });
  const wanted = may && position !== null;
  useEffect(() => {
    if (!wanted) return;
    const news = followUpdates(() => latest.current.ask());
    const handlers = {
      rows: news.onUpdate,
      resync: () => news.lost((from) => listening.rejoin(from)),
    };
    const listening = listen(topic, latest.current.position, handlers);
    return () => {
      listening.stop();
      news.stop();
    };
  }, [topic, wanted]);
}
