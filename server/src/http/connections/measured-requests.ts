import type { Request, Response } from 'express';
import type { Metrics } from '../../metrics/metrics.js';

export const measureRequests =
  (metrics: Pick<Metrics, 'request'>) =>
  (req: Request, res: Response): void => {
    const startedAt = performance.now();
    res.on('close', () => {
      const { method } = req;
      // Like nginx, use status 499 if the client disconnects.
      const status = res.headersSent ? res.statusCode : 499;
      metrics.request({ method, route: getPattern(req), status, ms: performance.now() - startedAt });
    });
  };

function getPattern({ route }: Request): string {
  const path = (route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : 'file';
}
