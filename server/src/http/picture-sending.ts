import type { Request, Response } from 'express';
import { finished } from 'node:stream/promises';
import { Limiter } from '../process/limiter.js';
import { normalizeAddress, RateLimitExceeded } from '../request/rate-limits.js';

const createRefusal = () => new RateLimitExceeded(5);
/** Bounds the memory for pictures that are being sent. Thumbnails do not wait for large pictures. */
const smallPictures = new Limiter({ running: 32, waiting: 1_000, refusal: createRefusal });
const largePictures = new Limiter({ running: 4, waiting: 100, refusal: createRefusal });
const maxSmallBytes = 2 ** 20;
/** Prevents slow connections from a single address from occupying all slots. */
const smallPerAddress = new Limiter({ running: 12, waiting: 300, refusal: createRefusal });
const largePerAddress = new Limiter({ running: 2, waiting: 50, refusal: createRefusal });
/**
 * A client that reads only now and then never counts as stalled, so it must reach this rate. Even a phone on a slow
 * connection does.
 */
const minBytesPerSecond = 2 ** 15;
const minDeadlineMs = 60_000;

/**
 * Holds a slot until the response is sent, because a picture is decrypted as a whole and stays in memory until then.
 * Ends the connection of a client that reads too slowly.
 * @throws RateLimitExceeded if too many pictures are waiting
 */
export async function sendInSlot(
  { req, res, bytes }: { req: Request; res: Response; bytes: number },
  send: () => Promise<void>,
): Promise<void> {
  const [perAddress, slots] =
    bytes <= maxSmallBytes ? [smallPerAddress, smallPictures] : [largePerAddress, largePictures];
  const sendAll = async () => {
    if (res.destroyed) return;
    const deadlineMs = minDeadlineMs + (bytes / minBytesPerSecond) * 1_000;
    const deadline = setTimeout(() => res.destroy(), deadlineMs).unref();
    try {
      await send();
      await finished(res).catch(() => undefined); // The client may have disconnected.
    } finally {
      clearTimeout(deadline);
    }
  };
  await perAddress.run(() => slots.run(sendAll), normalizeAddress({ ip: req.ip }));
}
