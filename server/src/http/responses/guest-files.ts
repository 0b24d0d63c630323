import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { sendEncoded } from './encoded-body.js';
import { limitEntries } from '../../process/limiter.js';
import type { ReadPositions } from '../../request/read-positions.js';
import type { ResponseCache } from './response-cache.js';

interface Dependencies {
  responseCache: ResponseCache;
  positions: Pick<ReadPositions, 'begin'>;
}

export class GuestFiles {
  private readonly since = new LRUCache<string, { etag: string; time: number }>(limitEntries(10_000));

  constructor(private readonly services: Dependencies) {}

  async send(req: Request, res: Response, contentType: string, make: () => Promise<string>): Promise<void> {
    const { responseCache, positions } = this.services;
    const key = `file ${req.path}`;
    const { body } = await responseCache.getOrMake(key, await positions.begin({}), async () => ({
      bytes: Buffer.from(await make()),
      scopes: ['anything'],
    }));
    res.set('cache-control', 'no-cache');
    res.set('last-modified', new Date(this.getTime(key, body.etag)).toUTCString());
    await sendEncoded(req, res, body, contentType);
  }

  /**
   * Returns a later time whenever the content changes. The newest item's date would not do, because an item can also be
   * removed.
   */
  private getTime(key: string, etag: string): number {
    const previousVersion = this.since.get(key);
    if (previousVersion?.etag === etag) return previousVersion.time;
    const now = Math.floor(Date.now() / 1000) * 1000;
    const time = previousVersion ? Math.max(now, previousVersion.time + 1000) : now;
    this.since.set(key, { etag, time });
    return time;
  }
}
