import { create } from 'zustand';

/** The effect of an own write may take this long to arrive over the live connection. */
const effectMs = 3_000;

/** Whether the reader has just changed something: live lists then show changes immediately. */
export const useOwnWrites = create<{ recent: boolean; count: number }>(() => ({ recent: false, count: 0 }));

/** Read marks are sent without an action of the reader. */
const isAutomatic = (path: string): boolean => path.endsWith('/read');

export function recordOwnWrite(path: string): void {
  if (isAutomatic(path)) return;
  useOwnWrites.setState(({ count }) => ({ recent: true, count: count + 1 }));
  const { count } = useOwnWrites.getState();
  setTimeout(() => useOwnWrites.getState().count === count && useOwnWrites.setState({ recent: false }), effectMs);
}
