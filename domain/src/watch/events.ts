export interface WatchTarget {
  kind: 'thread' | 'section' | 'subsection';
  id: number;
}

export const watchLevels = ['watching', 'muted'] as const;
export type WatchLevel = (typeof watchLevels)[number];

export type WatchEvent = {
  type: 'WatchSet.v1';
  data: WatchTarget & { userId: number; level: WatchLevel | null; before: WatchLevel | null };
};
