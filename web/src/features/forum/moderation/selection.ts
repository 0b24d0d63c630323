import { create } from 'zustand';
import { onUserChange } from '../../../shared/state/session.js';

interface Selection {
  /** The threads of the list can be ticked. */
  on: boolean;
  chosen: ReadonlySet<number>;
  /** The threads of the list, in its order. */
  listed: readonly number[];
  /** Ticked or unticked last: a range begins here. */
  last: number | null;
}

const none: Selection = { on: false, chosen: new Set(), listed: [], last: null };

/** The threads that a moderator has ticked in the list that is shown. */
export const useSelection = create<Selection>(() => none);
onUserChange(endSelection);

export function beginSelection(): void {
  useSelection.setState({ ...none, on: true });
}

export function endSelection(): void {
  useSelection.setState(none);
}

/** Ticks or unticks a thread; with `isRange` also all between it and the one before. */
export function tick(id: number, on: boolean, isRange = false): void {
  const { listed, last } = useSelection.getState();
  tickAll(isRange && last !== null ? rangeOf(listed, last, id) : [id], on);
  useSelection.setState({ last: id });
}

export function tickAll(ids: readonly number[], on: boolean): void {
  const chosen = new Set(useSelection.getState().chosen);
  for (const id of ids) {
    if (on) chosen.add(id);
    else chosen.delete(id);
  }
  useSelection.setState({ chosen });
}

function rangeOf(listed: readonly number[], from: number, to: number): readonly number[] {
  const [first, end] = [listed.indexOf(from), listed.indexOf(to)].sort((one, other) => one - other);
  return first === undefined || end === undefined || first < 0 ? [to] : listed.slice(first, end + 1);
}
