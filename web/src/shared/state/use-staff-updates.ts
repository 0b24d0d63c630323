import { can } from '@guildhall/domain/permissions.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import { type StaffTopic, staffTopics, type Topic } from '@guildhall/domain/wire/topics.js';
import { useEffect, useRef } from 'react';
import { listen } from '../../live/connection.js';
import { useActor } from './session.js';
import { followUpdates } from './follow-updates.js';

type Ask = () => Promise<string | null>;

/** As `useTopicUpdates`, for a list of the staff. A person who may not subscribe to its topic receives nothing. */
export function useStaffUpdates(topic: StaffTopic, position: string | null, ask: Ask): void {
  const may = can(useActor(), staffTopics[topic]);
  useTopicUpdates(topic, may ? position : null, ask);
}

/**
 * Reloads a list a short while after something in it has changed. `position`: of the first response; null while there
 * is none, or where no updates are wanted. `ask` returns the position of the new response, null where there was none.
 * `concerns`: whether rows of the topic change the list.
 */
export function useTopicUpdates(
  topic: Topic,
  position: string | null,
  ask: Ask,
  concerns: (rows: LiveRow[]) => boolean = () => true,
): void {
  const latest = useRef({ position, ask, concerns });
  useEffect(() => {
    latest.current = { position, ask, concerns };
  });
  const wanted = position !== null;
  useEffect(() => {
    if (!wanted) return;
    const news = followUpdates(() => latest.current.ask());
    const handlers = {
      rows: (rows: LiveRow[]) => latest.current.concerns(rows) && news.onUpdate(),
      resync: (urgent?: boolean) => news.lost((from) => listening.rejoin(from), urgent),
    };
    const listening = listen(topic, latest.current.position, handlers);
    return () => {
      listening.stop();
      news.stop();
    };
  }, [topic, wanted]);
}
