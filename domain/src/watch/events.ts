export interface WatchTarget {
  kind: 'thread' | 'section' | 'subsection';
  id: number;
}

/**
 * `watching`: every new post. `normal`: only what is addressed to the member. `muted`: the same, and the threads are not
 * listed as unread.
 */
export const watchLevels = ['watching', 'normal', 'muted'] as const;
export type WatchLevel = (typeof watchLevels)[number];

/** Part of the event of a new thread or reply. False if its author does not want to watch the thread because of it. */
export interface WithWatch {
  watch?: false;
}

export const watchField = ({ watch }: { watch?: boolean }): WithWatch => (watch === false ? { watch } : {});

export type WatchEvent = {
  type: 'WatchSet.v1';
  data: WatchTarget & { userId: number; level: WatchLevel | null; before: WatchLevel | null };
};
