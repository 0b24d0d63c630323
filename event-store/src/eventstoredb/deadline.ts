import { DeadlineExceeded } from './errors.js';
import type { Settings } from './settings.js';

interface ClientStream<T> extends AsyncIterable<T> {
  on(event: 'error', listener: (error: Error) => void): unknown;
  destroy(error?: Error): unknown;
}

interface ClientSubscription<T> extends ClientStream<T> {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'data', listener: (item: T) => void): unknown;
  on(event: 'caughtUp' | 'end', listener: () => void): unknown;
  unsubscribe(): Promise<void>;
}

/** The work continues after a timeout, but its result is ignored. @throws DeadlineExceeded; the signal's reason */
export async function withDeadline<T>(
  work: Promise<T>,
  { deadlineMs }: Settings,
  callName: string,
  end?: AbortSignal,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded(`${callName} took longer than ${deadlineMs} ms`)), deadlineMs);
    stop = () => reject(end?.reason as Error);
  });
  end?.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
    end?.removeEventListener('abort', stop);
  }
}

/** The deadline restarts with each item. @throws DeadlineExceeded, ConnectionAbandoned, client errors */
export async function collect<T>(
  stream: ClientStream<T> & { cancel(): Promise<void> },
  settings: Settings,
  callName: string,
  abandonSignal: AbortSignal,
): Promise<T[]> {
  const deadline = enforceDeadline(stream, settings, callName, abandonSignal);
  const items: T[] = [];
  let isComplete = false;
  try {
    for await (const item of stream) {
      items.push(item);
      deadline.restart();
    }
    isComplete = true;
    return items;
  } finally {
    deadline.release();
    // Without this, an abandoned read would keep its call and buffers allocated.
    if (!isComplete) stream.cancel().catch(() => undefined);
  }
}

/** The deadline restarts with each sign of progress. @throws DeadlineExceeded, ConnectionAbandoned */
export async function collectUntilCaughtUp<T>(
  subscribe: (onProgress: () => void) => ClientSubscription<T>,
  limit: number,
  settings: Settings,
  callName: string,
  abandonSignal: AbortSignal,
): Promise<T[]> {
  const subscription = subscribe(() => deadline.restart());
  const deadline = enforceDeadline(subscription, settings, callName, abandonSignal);
  const items: T[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      subscription.on('data', (item) => {
        deadline.restart();
        if (items.push(item) >= limit) resolve();
      });
      subscription.on('caughtUp', () => setImmediate(resolve)); // `setImmediate` lets earlier items arrive first.
      subscription.on('end', () => reject(new Error('the server ended the subscription')));
      subscription.on('error', reject);
    });
    return items.slice(0, limit);
  } finally {
    deadline.release();
    subscription.destroy();
    subscription.unsubscribe().catch(() => undefined);
  }
}

function enforceDeadline(
  stream: ClientStream<unknown>,
  { closeSignal: closing, deadlineMs }: Settings,
  callName: string,
  abandonSignal: AbortSignal,
): { restart(): void; release(): void } {
  stream.on('error', () => undefined); // An unhandled error event would crash the process.
  const onDeadline = (): unknown =>
    stream.destroy(new DeadlineExceeded(`${callName} received nothing for ${deadlineMs} ms`));
  const timer = setTimeout(onDeadline, deadlineMs);
  const close = (): unknown => stream.destroy(new Error('the event log was closed'));
  const leave = (): unknown => stream.destroy(abandonSignal.reason as Error);
  closing.addEventListener('abort', close, { once: true });
  abandonSignal.addEventListener('abort', leave, { once: true });
  return {
    restart: () => void timer.refresh(),
    release: () => {
      clearTimeout(timer);
      closing.removeEventListener('abort', close);
      abandonSignal.removeEventListener('abort', leave);
    },
  };
}

export async function raceWithAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) {
    work.catch(() => undefined);
    return undefined;
  }
  let stop: () => void = () => undefined;
  const abort = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, abort]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
