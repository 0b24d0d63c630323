import { warnBeforeLeaving } from './leave-warning.js';
import { forget, store, readStored } from './storage.js';

interface Slot {
  id: string;
  text: string;
}

export const hasDraft = (key: string): boolean => read(`draft.${key}`) !== null;

export function moveDraft(from: string, to: string): void {
  const text = readStored(`draft.${from}`);
  if (text === null || hasDraft(to)) return;
  store(`draft.${to}`, text);
  drop(`draft.${from}`);
}

export function drop(slot: string): void {
  forget(slot);
  warnBeforeLeaving(slot, false);
}

/** @returns whether the draft outlives the page */
export function write(key: string, slot: Slot): boolean {
  const isPersisted = store(key, JSON.stringify(slot));
  warnBeforeLeaving(key, !isPersisted);
  return isPersisted;
}

export function read(key: string): Slot | null {
  try {
    const slot = JSON.parse(readStored(key) ?? 'null') as Partial<Slot> | null;
    return typeof slot?.text === 'string' && typeof slot.id === 'string' ? { id: slot.id, text: slot.text } : null;
  } catch {
    return null;
  }
}
