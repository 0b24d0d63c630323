import type { Request, Response } from 'express';
import type { Metrics } from '../../metrics/metrics.js';

/** Counts every response under the pattern of its route: there are as many as the program has. */
export const measureRequests =
  (metrics: Pick<Metrics, 'request'>) =>
  (req: Request, res: Response): void => {
    const began = performance.now();
    res.on('close', () => {
      const { method } = req;
      const status = res.headersSent ? res.statusCode : 499; // the client left before the response, as nginx has it
      metrics.request({ method, route: patternOf(req), status, ms: performance.now() - began });
    });
  };

function patternOf({ route }: Request): string {
  const path = (route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : 'file';
}
