import { can } from '@guildhall/domain/permissions.js';
import { type StaffTopic, staffTopics } from '@guildhall/domain/wire/topics.js';
import { useEffect, useRef } from 'react';
import { listen } from '../../live/connection.js';
import { useActor } from '../../shared/state/session.js';
import { followUpdates } from './follow-updates.js';

/**
 * Asks for a list of the staff again, a short while after something in it has changed. `position`: of the first answer;
 * null while there is none, or where no news are wanted. `ask` gives the position of the new answer, null where there was
 * none. Who may not hear of a topic simply hears nothing.
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
