import type { Response } from 'express';
import type { Parts } from './parts.js';

/**
 * Does something once the answer is sent, so that the time it takes tells nothing. A failure is logged: whoever asked
 * was promised nothing, and asks again.
 */
export function afterAnswer({ logger }: Pick<Parts, 'logger'>, res: Response, work: () => Promise<void>): void {
  res.once('close', () => {
    work().catch((error: unknown) => logger.warn({ err: error }, 'Work after an answer failed'));
  });
}
