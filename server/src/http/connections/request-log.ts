import { randomUUID } from 'node:crypto';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';

declare module 'http' {
  interface IncomingMessage {
    /** The correlation id of the request, which its events carry too. */
    id: string;
    /** Names the request in each line. */
    log: Logger;
  }
}

/**
 * A line for each request at the level debug, and for a failed one as an error; only fields without personal data.
 * Loggers of requests are made where one writes: most requests write nothing.
 */
export function logRequests(app: Express, logger: Logger): (req: Request, res: Response) => void {
  Object.defineProperty(app.request, 'log', {
    get(this: { id: string; method: string; url: string; originalUrl: string }) {
      const { id, method, originalUrl } = this;
      return logger.child({ req: { id, method, url: pathOf(originalUrl) } });
    },
  });
  return (req, res) => {
    req.id = randomUUID();
    const began = performance.now();
    res.on('close', () => {
      const { statusCode: status } = res;
      const level = status >= 500 && status !== 503 ? 'error' : 'debug'; // 503 is a store's outage, which is logged once
      if (!logger.isLevelEnabled(level)) return;
      const responseTime = Math.round(performance.now() - began);
      req.log[level]({ res: { status }, responseTime }, res.writableFinished ? 'request completed' : 'request aborted');
    });
  };
}

/** Without the query: links of mails carry tokens there. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;
