import { unlessAborted } from './deadline.js';
import type { EventStoreDbFeed } from './feed.js';
import { EventQueue } from './queue.js';
import type { EventStoreDbReader } from './read.js';
import { retryDelaysOf, type Settings } from './settings.js';
import { Unavailable } from '../port.js';
import type { Position, StoredEvent } from '../port.js';

const page = 500;

/** Events that may wait for one subscriber; a slower one continues to read from the log. */
const maxQueuedEvents = 1000;

/**
 * One subscriber's events: read from the log until its end, then taken from the live feed, and read again whenever the
 * subscriber falls so far behind that its queue is full.
 */
export async function* follow(
  reader: EventStoreDbReader,
  feed: EventStoreDbFeed,
  after: Position,
  settings: Settings,
  signal: AbortSignal,
): AsyncGenerator<StoredEvent[], void, void> {
  let position = after;
  while (!signal.aborted) {
    for await (const batch of catchUp(reader, feed, position, settings, signal)) {
      position = batch.at(-1)?.position ?? position;
      yield batch;
    }
    if (signal.aborted) return;
    const queue = new EventQueue(maxQueuedEvents);
    const joinedAt = feed.join(queue, position);
    try {
      // The feed may be ahead of what was read: the events between are in neither.
      if (joinedAt > position) {
        for await (const batch of catchUp(reader, feed, position, settings, signal)) {
          position = batch.at(-1)?.position ?? position;
          yield batch;
        }
      }
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

/** Pages until the end of the log, retrying while the server is unavailable. */
async function* catchUp(
  reader: EventStoreDbReader,
  feed: EventStoreDbFeed,
  after: Position,
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
      feed.lastError = error.message;
      await retryDelays.wait(signal);
      continue;
    }
    retryDelays.reset();
    if (signal.aborted || !events || events.length === 0) return;
    position = events.at(-1)?.position ?? position;
    yield events;
    if (events.length < page) return;
  }
}
