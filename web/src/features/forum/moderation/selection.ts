import { create } from 'zustand';
import { onUserChange } from '../../../shared/state/session.js';

interface ListedThread {
  id: number;
}

interface Selection {
  on: boolean;
  selectedIds: ReadonlySet<number>;
  listed: readonly ListedThread[];
  last: number | null;
}

const emptySelection: Selection = { on: false, selectedIds: new Set(), listed: [], last: null };

export const useSelection = create<Selection>(() => emptySelection);
onUserChange(endSelection);

export function beginSelection(): void {
  useSelection.setState({ ...emptySelection, on: true });
}

export function endSelection(): void {
  useSelection.setState(emptySelection);
}

export function toggleThread(id: number, on: boolean, isRange = false): void {
  const { listed, last } = useSelection.getState();
  tickAll(isRange && last !== null ? selectRange(listed, last, id) : [{ id }], on);
  useSelection.setState({ last: id });
}

export function tickAll(threads: readonly ListedThread[], on: boolean): void {
  const selectedIds = new Set(useSelection.getState().selectedIds);
  for (const { id } of threads) {
    if (on) selectedIds.add(id);
    else selectedIds.delete(id);
  }
  useSelection.setState({ selectedIds });
}

function selectRange(listed: readonly ListedThread[], from: number, to: number): readonly ListedThread[] {
  const indexes = [from, to].map((id) => listed.findIndex((thread) => thread.id === id));
  const firstIndex = Math.min(...indexes);
  return firstIndex < 0 ? [{ id: to }] : listed.slice(firstIndex, Math.max(...indexes) + 1);
}
