import { randomUUID } from 'node:crypto';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';

declare module 'http' {
  interface IncomingMessage {
    id: string;
    log: Logger;
  }
}

export function logRequests(app: Express, logger: Logger): (req: Request, res: Response) => void {
  Object.defineProperty(app.request, 'log', {
    get(this: { id: string; method: string; url: string; originalUrl: string }) {
      const { id, method, originalUrl } = this;
      return logger.child({ req: { id, method, url: redactPath(originalUrl) } });
    },
  });
  return (req, res) => {
    req.id = randomUUID();
    const startedAt = performance.now();
    res.on('close', () => {
      const { statusCode: status } = res;
      // A 503 means that a store is unavailable, which is logged once per outage.
      const level = status >= 500 && status !== 503 ? 'error' : 'debug';
      if (!logger.isLevelEnabled(level)) return;
      const responseTime = Math.round(performance.now() - startedAt);
      req.log[level]({ res: { status }, responseTime }, res.writableFinished ? 'request completed' : 'request aborted');
    });
  };
}

/** Omits the query, which may contain tokens from email links, and API keys that a program sends by mistake. */
const redactPath = (url: string): string => (url.split('?', 1)[0] ?? url).replace(/ghld_\w+/g, 'ghld_…');
