import { retry } from '@guildhall/event-store/retry.js';
import type { Services } from '../../services.js';
import type { Audience } from '../sockets/audience.js';
import type { GatewayStats } from '../sockets/live-server.js';
import type { Resyncs } from '../sockets/resyncs.js';
import type { TopicRows } from './rows/topic-rows.js';

export interface LiveContext {
  services: Services;
  audience: Audience;
  resyncs: Resyncs;
  stats: GatewayStats;
  newRows: () => TopicRows;
  signal: AbortSignal;
}

/** Retries because stores and vault can be temporarily unavailable. @returns undefined once the gateway is closed */
export async function retryUntilClosed<T>(
  { services, signal }: LiveContext,
  task: () => Promise<T>,
): Promise<T | undefined> {
  const onRetry = (error: unknown) =>
    services.logger.warn({ err: error }, 'the live gateway is retrying after an error');
  try {
    return await retry(task, { signal, onRetry });
  } catch {
    // Every error is treated as transient, so only the signal ends the loop.
    return undefined;
  }
}
