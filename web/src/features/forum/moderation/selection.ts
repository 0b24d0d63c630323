import { create } from 'zustand';
import { onUserChange } from '../../../shared/state/session.js';

interface Selection {
  on: boolean;
  chosen: ReadonlySet<number>;
  listed: readonly number[];
  /** The last thread ticked or unticked, at which a range begins. */
  last: number | null;
}

const none: Selection = { on: false, chosen: new Set(), listed: [], last: null };

export const useSelection = create<Selection>(() => none);
onUserChange(endSelection);

export function beginSelection(): void {
  useSelection.setState({ ...none, on: true });
}

export function endSelection(): void {
  useSelection.setState(none);
}

/** With `isRange`, also ticks or unticks every thread since the previous one. */
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
