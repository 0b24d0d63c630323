import { useMemo, useState } from 'react';
import { useOwnWrites } from '../../shared/api/own-writes.js';
import { holdRows, type HeldRow, type Key, type Snapshot } from './held-rows.js';
import { useBlanks } from './use-blanks.js';
import { useHold } from './use-hold.js';

interface HeldRowsOptions<Row> {
  /** Another one is another list, as after the reader chose another order: it is shown at once. */
  scope?: unknown;
  /** The rows of a new scope are still being loaded. */
  loading?: boolean;
  /** Whether a missing row may no longer be seen, rather than having been pushed out by others; true by default. */
  isLost?: (row: Row) => boolean;
}

export interface HeldList<Row> {
  rows: readonly HeldRow<Row>[];
  /** How many updates wait. */
  updates: number;
  /** Shows them. */
  show: () => void;
}

interface State<Row> extends Snapshot<Row> {
  scope: unknown;
  /** Nothing is held back. */
  released: boolean;
}

/**
 * The rows of a live list. While the reader points at it, has the focus in it or touches it, none of them moves: other
 * changes wait, except the effects of the reader's own writes. The elements of the rows are the children of elements with
 * `data-rows`, except those with `data-between`, or have `data-row`, in the order of the rows.
 * @returns the list, and the ref of the element around the rows and the button for the updates
 */
export function useHeldRows<Row>(
  current: readonly Row[],
  keyOf: (row: Row) => Key,
  { scope, loading = false, isLost }: HeldRowsOptions<Row> = {},
): [HeldList<Row>, listRef: (element: HTMLElement | null) => void] {
  const { held, region, attach } = useHold();
  const wrote = useOwnWrites((state) => state.recent);
  const released: State<Row> = { rows: [], lost: new Set(), scope, released: true };
  const [state, setState] = useState(released);
  const isReleased = !held || wrote || scope !== state.scope || (state.released && loading);
  const holding = isReleased || state.released ? null : holdRows(state, current, keyOf, isLost);
  if (isReleased) {
    if (!state.released || scope !== state.scope) setState(released);
  } else if (holding === null) {
    setState({ rows: current, lost: new Set(), scope, released: false });
  } else if (holding.next.rows.length !== state.rows.length || holding.next.lost.size !== state.lost.size) {
    setState({ ...state, ...holding.next });
  }
  const plain = useMemo(() => current.map((row) => ({ key: keyOf(row), row, blank: false })), [current, keyOf]);
  const rows = holding?.shown ?? plain;
  useBlanks(region, rows);
  const show = () => {
    setState({ rows: current, lost: new Set(), scope, released: false });
    keepFocusIn(region);
  };
  return [{ rows, updates: holding?.updates ?? 0, show }, attach];
}

/** The button disappears, and with it the focus. */
function keepFocusIn(region: HTMLElement | null): void {
  if (!region?.contains(document.activeElement)) return;
  region.tabIndex = -1;
  region.focus({ preventScroll: true });
}
