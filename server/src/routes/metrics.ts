import { Router } from 'express';
import { hasToken, sendMetrics } from '../metrics/metrics-endpoint.js';
import type { Services } from '../services.js';

/** `GET /metrics` for programs with the token; for all others, and without a token, it is an address like any other. */
export function metricsRoutes({ env, metrics }: Pick<Services, 'env' | 'metrics'>): Router {
  const router = Router();
  router.get('/metrics', async (req, res, next) => {
    if (env.metricsToken === null || !hasToken(req, env.metricsToken)) return next();
    await sendMetrics(metrics, res);
  });
  return router;
}
