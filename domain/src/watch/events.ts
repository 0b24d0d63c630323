export interface WatchTarget {
  kind: 'thread' | 'section' | 'subsection';
  id: number;
}

/**
 * At `watching`, the member is notified of every new post. At `normal`, only of what is addressed to them. `muted` is
 * like `normal`, but the threads are not listed as unread.
 */
export const watchLevels = ['watching', 'normal', 'muted'] as const;
export type WatchLevel = (typeof watchLevels)[number];

/** Part of a new thread's or reply's event. False if its author does not want it to make them watch the thread. */
export interface WithWatch {
  watch?: false;
}

export const toWatchField = ({ watch }: { watch?: boolean }): WithWatch => (watch === false ? { watch } : {});

export type WatchEvent = {
  type: 'WatchSet.v1';
  data: WatchTarget & { userId: number; level: WatchLevel | null; before: WatchLevel | null };
};
