import type { OnlineMembers } from '@guildhall/domain/wire/schemas/members/members.js';
import { onlineTopic } from '@guildhall/domain/wire/topics.js';
import { useEffect, useState } from 'react';
import { get } from '../api/api.js';
import { openLiveList } from './live-list.js';
import { useSession } from './session.js';

/** @returns null for guests, and until the list is loaded */
export function useOnline(): OnlineMembers | null {
  const userId = useSession((state) => state.user?.id);
  const [online, setOnline] = useState<OnlineMembers | null>(null);
  useEffect(() => {
    if (userId === undefined) return;
    const list = openLiveList({
      read: (signal) => get<OnlineMembers>('/presence', signal),
      show({ body, position }) {
        setOnline(body);
        return { topics: [onlineTopic], position };
      },
      apply(rows) {
        for (const row of rows) {
          if (row.kind !== 'online') continue;
          const { enabled, count, guests, members } = row;
          setOnline({ enabled, count, guests, members });
        }
      },
      fail: () => true,
    });
    return () => {
      list.stop();
      setOnline(null);
    };
  }, [userId]);
  return online;
}
