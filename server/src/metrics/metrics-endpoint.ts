import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';

interface Dependencies {
  metrics: Metrics;
  logger: Logger;
}

export async function sendMetrics({ registry }: Metrics, res: ServerResponse): Promise<void> {
  const text = await registry.metrics();
  res.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
}

export function createMetricsServer({ metrics, logger }: Dependencies): Server {
  const respond: RequestListener = (req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') return void res.writeHead(404).end();
    sendMetrics(metrics, res).catch((error: unknown) => {
      logger.warn({ err: error }, 'the metrics could not be read');
      res.writeHead(503).end();
    });
  };
  return createServer(respond);
}
