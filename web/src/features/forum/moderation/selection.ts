import { create } from 'zustand';
import { onUserChange } from '../../../shared/state/session.js';

interface ListedThread {
  id: number;
}

interface Selection {
  on: boolean;
  selectedIds: ReadonlySet<number>;
  listedThreads: readonly ListedThread[];
  last: number | null;
}

const emptySelection: Selection = { on: false, selectedIds: new Set(), listedThreads: [], last: null };

export const useSelection = create<Selection>(() => emptySelection);
onUserChange(endSelection);

export function beginSelection(): void {
  useSelection.setState({ ...emptySelection, on: true });
}

export function endSelection(): void {
  useSelection.setState(emptySelection);
}

export function toggleThread(id: number, on: boolean, isRange = false): void {
  const { listedThreads, last } = useSelection.getState();
  tickAll(isRange && last !== null ? selectRange(listedThreads, last, id) : [{ id }], on);
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

function selectRange(listedThreads: readonly ListedThread[], from: number, to: number): readonly ListedThread[] {
  const indexes = [from, to].map((id) => listedThreads.findIndex((thread) => thread.id === id));
  const firstIndex = Math.min(...indexes);
  return firstIndex < 0 ? [{ id: to }] : listedThreads.slice(firstIndex, Math.max(...indexes) + 1);
}
