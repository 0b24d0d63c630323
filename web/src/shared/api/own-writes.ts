import { create } from 'zustand';

/** How long our own write may take to arrive over the live connection. */
const effectMs = 3_000;

/** Live lists show changes immediately if the reader has just written something. */
export const useOwnWrites = create<{ recent: boolean; count: number }>(() => ({ recent: false, count: 0 }));

/** Read marks are sent without any action by the reader. */
const isAutomatic = (path: string): boolean => path.endsWith('/read');

export function recordOwnWrite(path: string): void {
  if (isAutomatic(path)) return;
  useOwnWrites.setState(({ count }) => ({ recent: true, count: count + 1 }));
  const { count } = useOwnWrites.getState();
  setTimeout(() => useOwnWrites.getState().count === count && useOwnWrites.setState({ recent: false }), effectMs);
}
