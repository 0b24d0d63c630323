import { Router } from 'express';
import type { Services } from '../services.js';

/**
 * `/health`: the process lives. `/ready`: log, views and vault answer; degraded while the views do not follow the log, or
 * have skipped events.
 */
export function healthRoutes(parts: Services): Router {
  const router = Router();
  router.get('/health', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/ready', async (_req, res) => {
    const status = parts.projections.status();
    const checks = {
      log: parts.log.head(),
      views: parts.views.store.checkpoint(),
      vault: parts.vault.session('ready'),
      projections: status,
    };
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await reachable(check)] as const),
    );
    const ready = results.every(([, state]) => state === 'ok');
    const { poison, state } = (await status.catch(() => null)) ?? {};
    const degraded = (poison?.length ?? 0) > 0 || state === 'away' || state === 'waiting';
    res.status(ready ? 200 : 503).json({
      status: ready ? (degraded ? 'degraded' : 'ok') : 'unavailable',
      ...Object.fromEntries(results),
      projector: state ?? null,
      poisonEvents: poison?.length ?? null,
    });
  });
  return router;
}

async function reachable(check: Promise<unknown>): Promise<string> {
  try {
    await check;
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.name : 'unreachable';
  }
}
