import type { Position, StoredEvent } from '@guildhall/event-store/port.js';
import type { PageFold } from './page-fold.js';
import { StoreUnavailable } from '../view-store.js';
import type { ViewStore } from '../view-store.js';

export interface PoisonEvent {
  position: Position;
  type: string;
  stream: string;
  error: string;
  at: string;
}

const poisonKey = 'poison';
/** One bug can affect every event of a type, and the first few are enough to find it. */
const maxRecordedEvents = 1_000;

export async function readPoisonEvents(store: ViewStore): Promise<PoisonEvent[]> {
  return (await store.getMeta<PoisonEvent[]>(poisonKey)) ?? [];
}

/** Call this before writing the page that skips the events. Records each event only once, even after a crash. */
export async function recordPoison(store: ViewStore, poison: readonly PoisonEvent[]): Promise<PoisonEvent[]> {
  const recordedBefore = await readPoisonEvents(store);
  const recordedPositions = new Set(recordedBefore.map(({ position }) => position));
  const all = [...recordedBefore, ...poison.filter(({ position }) => !recordedPositions.has(position))].slice(
    0,
    maxRecordedEvents,
  );
  await store.setMeta(poisonKey, all);
  return all;
}

export class PoisonError extends Error {
  constructor(
    readonly poison: PoisonEvent,
    options?: ErrorOptions,
  ) {
    const { type, position, stream, error } = poison;
    super(`Event ${type} at ${position} in stream ${stream} cannot be projected: ${error}`, options);
    this.name = 'PoisonError';
  }
}

/** Views are pure, so trying again cannot help. @returns the error, or null. @throws StoreUnavailable */
export async function addOrFail(fold: PageFold, event: StoredEvent): Promise<PoisonError | null> {
  try {
    await fold.add(event);
    return null;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    return createPoisonError(event, error);
  }
}

export function createPoisonError({ position, type, stream }: StoredEvent, cause: unknown): PoisonError {
  return new PoisonError({ position, type, stream, error: String(cause), at: new Date().toISOString() }, { cause });
}
