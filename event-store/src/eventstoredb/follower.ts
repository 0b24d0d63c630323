import { unlessAborted } from './deadline.js';
import type { EventStoreDbFeed } from './feed.js';
import { EventQueue } from './queue.js';
import type { EventStoreDbReader } from './read.js';
import { retryDelaysOf, type Settings } from './settings.js';
import { Unavailable } from '../port.js';
import type { Position, StoredEvent } from '../port.js';

const page = 500;

const maxQueuedEvents = 1000;

/** Reads the log to its end, then takes events from the live feed, and reads again whenever the queue overflows. */
export async function* follow(
  reader: EventStoreDbReader,
  feed: EventStoreDbFeed,
  after: Position,
  settings: Settings,
  signal: AbortSignal,
): AsyncGenerator<StoredEvent[], void, void> {
  let position = after;
  const readTo = async function* (atLeast: Position): AsyncGenerator<StoredEvent[], void, void> {
    for await (const batch of catchUp(reader, position, atLeast, settings, signal)) {
      position = batch.at(-1)?.position ?? position;
      yield batch;
    }
  };
  while (!signal.aborted) {
    yield* readTo(position);
    if (signal.aborted) return;
    const queue = new EventQueue(maxQueuedEvents);
    const joinedAt = feed.join(queue, position);
    try {
      if (joinedAt > position) yield* readTo(joinedAt);
      for (let batch = await queue.take(signal); batch; batch = await queue.take(signal)) {
        const fresh = batch.filter((event) => event.position > position);
        position = fresh.at(-1)?.position ?? position;
        if (fresh.length > 0) yield fresh;
      }
    } finally {
      feed.leave(queue);
    }
  }
}

/** Retries while the server is unavailable, and while the responding node lacks the event at `atLeast`. */
async function* catchUp(
  reader: EventStoreDbReader,
  after: Position,
  atLeast: Position,
  settings: Settings,
  signal: AbortSignal,
): AsyncGenerator<StoredEvent[], void, void> {
  const retryDelays = retryDelaysOf(settings);
  for (let position = after; !signal.aborted;) {
    let events: StoredEvent[] | undefined;
    try {
      events = await unlessAborted(reader.readAll(position, page), signal);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      settings.onUnavailable(error);
      await retryDelays.wait(signal);
      continue;
    }
    if (signal.aborted || !events) return;
    if (events.length > 0) {
      retryDelays.reset();
      position = events.at(-1)?.position ?? position;
      yield events;
    }
    if (events.length === page) continue;
    if (position >= atLeast) return;
    await retryDelays.wait(signal);
  }
}
