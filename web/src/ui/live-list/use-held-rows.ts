import { useMemo, useState } from 'react';
import { useOwnWrites } from '../../shared/api/own-writes.js';
import { holdRows, type HeldRow, type Key, type Snapshot } from './held-rows.js';
import { useBlanks } from './use-blanks.js';
import { useHold } from './use-hold.js';

interface HeldRowsOptions<Row> {
  /** A new scope, for example after sorting, means a new list, which appears immediately. */
  scope?: unknown;
  loading?: boolean;
  /** Returns true if a missing row became invisible, and false if others pushed it out. The default is true. */
  isLost?: (row: Row) => boolean;
  /** True for a page that preserves its scroll position itself. */
  ignoresScroll?: boolean;
}

export interface HeldList<Row> {
  rows: readonly HeldRow<Row>[];
  updates: number;
  show: () => void;
}

interface State<Row> extends Snapshot<Row> {
  scope: unknown;
  released: boolean;
}

/**
 * Holds the rows of a live list in place while the reader points at the list, touches it, has focus in it or has
 * scrolled down in it. Only the reader's own writes apply immediately. The rows are, in document order, the elements
 * with `data-row` and the children of elements with `data-rows`, except children with `data-between`.
 * @returns the list, and the ref for the element around the rows and the update button
 */
export function useHeldRows<Row>(
  current: readonly Row[],
  getKey: (row: Row) => Key,
  { scope, loading = false, isLost, ignoresScroll = false }: HeldRowsOptions<Row> = {},
): [HeldList<Row>, listRef: (element: HTMLElement | null) => void] {
  const { isHeld, region, attach } = useHold(ignoresScroll);
  const hasJustWritten = useOwnWrites((state) => state.recent);
  const releasedState: State<Row> = { rows: [], lostKeys: new Set(), scope, released: true };
  const [state, setState] = useState(releasedState);
  const isReleased = !isHeld || hasJustWritten || scope !== state.scope || (state.released && loading);
  const heldState = isReleased || state.released ? null : holdRows(state, current, getKey, isLost);
  if (isReleased) {
    if (!state.released || scope !== state.scope) setState(releasedState);
  } else if (heldState === null) {
    setState({ rows: current, lostKeys: new Set(), scope, released: false });
  } else if (heldState.next.rows.length !== state.rows.length || heldState.next.lostKeys.size !== state.lostKeys.size) {
    setState({ ...state, ...heldState.next });
  }
  const plain = useMemo(() => current.map((row) => ({ key: getKey(row), row, blank: false })), [current, getKey]);
  const rows = heldState?.displayedRows ?? plain;
  useBlanks(region, rows, !isReleased);
  const show = () => {
    setState({ rows: current, lostKeys: new Set(), scope, released: false });
    keepFocusIn(region);
  };
  return [{ rows, updates: heldState?.updates ?? 0, show }, attach];
}

/** Moves the focus into the region because it would otherwise be lost along with the button. */
function keepFocusIn(region: HTMLElement | null): void {
  if (!region?.contains(document.activeElement)) return;
  region.tabIndex = -1;
  region.focus({ preventScroll: true });
}
