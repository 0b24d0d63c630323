import { Router } from 'express';
import type { Parts } from './parts.js';

/** `/health`: the process lives. `/ready`: log, views and vault answer, with what is degraded. */
export function healthRoutes(parts: Parts): Router {
  const router = Router();
  router.get('/health', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/ready', async (_req, res) => {
    const checks = {
      log: () => parts.log.head(),
      views: () => parts.views.store.checkpoint(),
      vault: () => parts.vault.session('ready'),
      projections: () => parts.projections.status(),
    };
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, ask]) => [name, await reachable(ask)] as const),
    );
    const ready = results.every(([, state]) => state === 'ok');
    const status = await parts.projections.status().catch(() => null);
    const degraded = (status?.poison.length ?? 0) > 0;
    res.status(ready ? 200 : 503).json({
      status: ready ? (degraded ? 'degraded' : 'ok') : 'unavailable',
      ...Object.fromEntries(results),
      poisonEvents: status?.poison.length ?? null,
    });
  });
  return router;
}

async function reachable(ask: () => Promise<unknown>): Promise<string> {
  try {
    await ask();
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.name : 'unreachable';
  }
}
