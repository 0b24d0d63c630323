import { DeadlinePassed } from './errors.js';
import type { Settings } from './settings.js';

/** What the client's reads and subscriptions have in common. */
interface ClientStream<T> extends AsyncIterable<T> {
  on(event: 'error', listener: (error: Error) => void): unknown;
  destroy(error?: Error): unknown;
}

/** @throws DeadlinePassed when the work takes longer; the work then continues, and its result is ignored. */
export async function withDeadline<T>(work: Promise<T>, settings: Settings, what: string): Promise<T> {
  const { deadlineMs } = settings;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlinePassed(`${what} took longer than ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * All items of a read. The deadline applies to the silence before each item, so a long read over a slow line may
 * continue.
 *
 * @throws DeadlinePassed, or what the client throws
 */
export async function collect<T>(
  stream: ClientStream<T> & { cancel(): Promise<void> },
  settings: Settings,
  what: string,
): Promise<T[]> {
  const { closing, deadlineMs } = settings;
  stream.on('error', () => undefined); // an error after the reader has left would end the process
  const giveUp = (): unknown => stream.destroy(new DeadlinePassed(`${what} was silent for ${deadlineMs} ms`));
  const timer = setTimeout(giveUp, deadlineMs);
  const close = (): unknown => stream.destroy(new Error('the event log was closed'));
  closing.addEventListener('abort', close, { once: true });
  const items: T[] = [];
  let ended = false;
  try {
    for await (const item of stream) {
      items.push(item);
      timer.refresh();
    }
    ended = true;
    return items;
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', close);
    // An abandoned read keeps its call and its buffers.
    if (!ended) stream.cancel().catch(() => undefined);
  }
}

/** The promise's outcome, or undefined as soon as the signal is aborted. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) {
    work.catch(() => undefined);
    return undefined;
  }
  let stop: () => void = () => undefined;
  const aborted = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
