import type { Request, Response } from 'express';
import { finished } from 'node:stream/promises';
import { Limiter } from '../process/limiter.js';
import { addressOf, RateLimitExceeded } from '../request/rate-limits.js';

const refusal = () => new RateLimitExceeded(5);
/** Bounds the memory for pictures that are being sent. Thumbnails do not wait for large pictures. */
const smallPictures = new Limiter({ running: 32, waiting: 1_000, refusal });
const largePictures = new Limiter({ running: 4, waiting: 100, refusal });
const maxSmallBytes = 2 ** 20;
/** Prevents slow connections from a single address from occupying all slots. */
const smallPerAddress = new Limiter({ running: 12, waiting: 300, refusal });
const largePerAddress = new Limiter({ running: 2, waiting: 50, refusal });

/**
 * Holds a slot until the response is sent, because a picture is decrypted as a whole and stays in memory until then.
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
    await send();
    await finished(res).catch(() => undefined); // The client may have left.
  };
  await perAddress.run(() => slots.run(sendAll), addressOf({ ip: req.ip }));
}
