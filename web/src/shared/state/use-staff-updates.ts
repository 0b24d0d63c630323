import { can } from '@guildhall/domain/permissions.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import { type StaffTopic, staffTopics, type Topic } from '@guildhall/domain/wire/topics.js';
import { useEffect, useRef } from 'react';
import { scheduleUpdates } from './follow-updates.js';
import { openLiveList } from './live-list.js';
import { useActor } from './session.js';

type Reload = () => Promise<string | null>;

/** Works like `useTopicUpdates`. Members without permission for the topic receive no updates. */
export function useStaffUpdates(topic: StaffTopic, position: string | null, reload: Reload): void {
  const isAllowed = can(useActor(), staffTopics[topic]);
  useTopicUpdates(topic, isAllowed ? position : null, reload);
}

/**
 * Reloads a list shortly after it changes. `position` is that of the first response, and null disables the
 * subscription. `reload` returns the position of the new response, or null if it failed. `concerns` returns whether
 * rows of the topic affect the list.
 */
export function useTopicUpdates(
  topic: Topic,
  position: string | null,
  reload: Reload,
  concerns: (rows: LiveRow[]) => boolean = () => true,
): void {
  const latest = useRef({ position, reload, concerns });
  useEffect(() => {
    latest.current = { position, reload, concerns };
  });
  const hasPosition = position !== null;
  useEffect(() => {
    if (!hasPosition) return;
    let isJoined = false;
    const updates = scheduleUpdates(() => latest.current.reload());
    const list = openLiveList({
      async read() {
        const readPosition = isJoined ? await latest.current.reload() : latest.current.position;
        if (readPosition === null) throw new Error('The list could not be read.');
        return readPosition;
      },
      show(read) {
        isJoined = true;
        return { topics: [topic], position: read };
      },
      apply: (rows) => latest.current.concerns(rows) && updates.onUpdate(),
      fail: () => true,
    });
    return () => {
      list.stop();
      updates.stop();
    };
  }, [topic, hasPosition]);
}
