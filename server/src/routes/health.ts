import { Router } from 'express';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { Mail } from '../mail/mail.js';
import type { ProjectionsAdmin } from '../projector/projections-admin.js';
import type { Policy } from '../policy/policy.js';
import type { Outages } from '../stores/outages.js';
import type { Views } from '../stores/views.js';
import type { Vault } from '../vault/vault.js';
import { sendMetrics } from '../metrics/metrics-endpoint.js';
import { isBearerToken } from '../process/secrets.js';
import type { Services } from '../services.js';

interface Dependencies {
  log: EventLog;
  vault: Vault;
  views: Views;
  projections: ProjectionsAdmin;
  outages: Pick<Outages, 'getOutageStarts' | 'listFaults'>;
  mail: Pick<Mail, 'getFault'>;
  policy: Pick<Policy, 'requireKnown'>;
}

export function createStoreChecks({ log, views, vault }: Pick<Dependencies, 'log' | 'views' | 'vault'>) {
  return {
    log: () => log.readHead(),
    views: () => views.store.readCheckpoint(),
    vault: () => vault.findSession('ready'),
    files: () => vault.fileStore.has('ready/0'),
  };
}

export function createHealthRoutes(services: Dependencies): Router {
  const router = Router();
  router.get('/health', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/ready', async (_req, res) => {
    const status = services.projections.getStatus();
    const checks = {
      ...createStoreChecks(services),
      projections: () => status,
      rights: () => Promise.resolve().then(() => services.policy.requireKnown()),
    };
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await isReachable(check())] as const),
    );
    const failingNames = results.filter(([, state]) => state !== 'ok').map(([name]) => name);
    // Without the file store, only pictures are missing, and every other server lacks them too.
    const ready = failingNames.every((name) => name === 'files');
    const { poison, state, fault } = (await status.catch(() => null)) ?? {};
    const faults = [...services.outages.listFaults(), fault, services.mail.getFault()].filter(
      (text) => typeof text === 'string',
    );
    const isDegraded =
      failingNames.length > 0 || (poison?.length ?? 0) > 0 || ['away', 'waiting', 'failed'].includes(state ?? '');
    res.status(ready ? 200 : 503).json({
      status: ready ? (isDegraded ? 'degraded' : 'ok') : 'unavailable',
      ...Object.fromEntries(results),
      projector: state ?? null,
      poisonEvents: poison?.length ?? null,
      outages: services.outages.getOutageStarts(),
      faults: [...new Set(faults)],
    });
  });
  return router;
}

async function isReachable(check: Promise<unknown>): Promise<string> {
  try {
    await check;
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.name : 'unreachable';
  }
}

export function createMetricsRoutes({ env, metrics }: Pick<Services, 'env' | 'metrics'>): Router {
  const router = Router();
  router.get('/metrics', async (req, res, next) => {
    if (env.metricsToken === null || !isBearerToken(req.headers.authorization, env.metricsToken)) return next();
    await sendMetrics(metrics, res);
  });
  return router;
}
