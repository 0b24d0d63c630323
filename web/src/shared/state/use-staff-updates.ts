import { can } from '@guildhall/domain/permissions.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import { type StaffTopic, staffTopics, type Topic } from '@guildhall/domain/wire/topics.js';
import { useEffect, useRef } from 'react';
import { listen } from '../../live/connection.js';
import { useActor } from './session.js';
import { followUpdates } from './follow-updates.js';

type Ask = () => Promise<string | null>;

/** As `useTopicUpdates`, for a staff list. People without permission for the topic receive no updates. */
export function useStaffUpdates(topic: StaffTopic, position: string | null, ask: Ask): void {
  const may = can(useActor(), staffTopics[topic]);
  useTopicUpdates(topic, may ? position : null, ask);
}

/**
 * Reloads a list shortly after it changes. `position`: of the first response; null if there is none yet or no updates
 * are needed. `ask` returns the position of the new response, or null if it failed. `concerns`: whether rows of the
 * topic affect the list.
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
