import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { listen } from '../../live/connection.js';
import { scheduleReload } from '../../live/schedule-reload.js';
import type { TopicSubscription } from '../../live/topics.js';
import { listNamesSince } from './member-names.js';

interface LiveListSource<Response> {
  read: (signal: AbortSignal) => Promise<Response>;
  /** @returns the topics that change the rows, and the position to join them at */
  show: (response: Response) => { topics: readonly Topic[]; position: string | null };
  apply: (rows: LiveRow[]) => void;
  rename?: (member: MemberNames) => void;
  /** Called as soon as updates were missed, before the rows are read again. */
  onMissed?: () => void;
  /** Shows the failure. @returns whether to retry after a delay */
  fail: (error: unknown) => boolean;
}

export interface LiveList {
  load: () => Promise<void>;
  /** Reads again after a short random delay, which grows after failures. */
  resync: (urgent?: boolean) => void;
  stop: () => void;
}

export function openLiveList<Response>(source: LiveListSource<Response>): LiveList {
  const { read, show, apply, rename, onMissed, fail } = source;
  const end = new AbortController();
  const subscriptions = new Map<Topic, TopicSubscription>();
  let cancelReload = () => {};
  let failures = 0;

  async function load(): Promise<void> {
    try {
      const response = await read(end.signal);
      if (end.signal.aborted) return;
      const { topics, position } = show(response);
      failures = 0;
      if (rename) listNamesSince(position).forEach(rename);
      join(topics, position);
    } catch (error) {
      if (end.signal.aborted) return;
      failures += 1;
      if (fail(error)) resync();
    }
  }
  function join(topics: readonly Topic[], position: string | null): void {
    for (const [topic, { stop }] of subscriptions) {
      if (topics.includes(topic)) continue;
      stop();
      subscriptions.delete(topic);
    }
    for (const topic of topics) {
      const joinedTopic = subscriptions.get(topic);
      if (joinedTopic) joinedTopic.rejoin(position);
      else subscriptions.set(topic, listen(topic, position, { rows: apply, resync: miss }));
    }
  }
  // Several topics may request a reload at the same time. The last request's delay applies.
  function resync(urgent?: boolean): void {
    cancelReload();
    cancelReload = scheduleReload(() => void load(), failures, urgent);
  }

  function miss(urgent?: boolean): void {
    onMissed?.();
    resync(urgent);
  }

  void load();
  return {
    load,
    resync,
    stop: () => {
      end.abort();
      cancelReload();
      for (const { stop } of subscriptions.values()) stop();
    },
  };
}
