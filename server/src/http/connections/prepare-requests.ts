import { constants } from 'node:zlib';
import { videoOrigin } from '@guildhall/domain/embeds.js';
import compression from 'compression';
import type { Express, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '../../metrics/metrics.js';
import type { SiteState } from '../../policy/site-state.js';
import type { Env } from '../../process/env.js';
import type { ForwardedAddresses } from './forwarded-addresses.js';
import { measureRequests } from './measured-requests.js';
import { logRequests } from './request-log.js';

interface Dependencies {
  env: Pick<Env, 'publicUrl'>;
  site: Pick<SiteState, 'settings'>;
  metrics: Metrics;
  logger: Logger;
  forwardedAddresses: ForwardedAddresses;
}

/** Adds the log, the metrics and the security headers to each request. */
export function prepareRequests(app: Express, services: Dependencies): RequestHandler {
  const log = logRequests(app, services.logger);
  const measure = measureRequests(services.metrics);
  const secure = securityHeaders(services);
  return (req, res, next) => {
    log(req, res);
    measure(req, res);
    secure(res);
    services.forwardedAddresses.check(req);
    next();
  };
}

/**
 * Texts show videos and images of other sites only at a click, videos of one site, images of the hosts in the settings.
 */
function securityHeaders({ site, env }: Pick<Dependencies, 'site' | 'env'>): (res: Response) => void {
  const fixed = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(env.publicUrl.startsWith('https://') && { 'strict-transport-security': `max-age=${365 * 24 * 3600}` }),
  };
  let made = { hosts: site.settings.imageHosts, headers: headersOf(fixed, site.settings.imageHosts) };
  return (res) => {
    const { imageHosts: hosts } = site.settings;
    if (made.hosts !== hosts) made = { hosts, headers: headersOf(fixed, hosts) };
    for (const [name, value] of made.headers) res.setHeader(name, value);
  };
}

function headersOf(fixed: Record<string, string>, imageHosts: readonly string[]): [string, string][] {
  const images = ["'self'", 'data:', ...imageHosts.map((host) => `https://${host}`)].join(' ');
  const policy = `default-src 'self'; img-src ${images}; frame-src ${videoOrigin}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
  return Object.entries({ ...fixed, 'content-security-policy': policy });
}

/** Most programs accept no encoding: their responses need no preparation for it. */
export function compressed(): RequestHandler {
  // The default window of brotli reserves 8 MiB for each response.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 };
  const compress = compression({ brotli: { params } });
  return (req, res, next) => {
    if (req.headers['accept-encoding']) return compress(req, res, next);
    res.setHeader('vary', 'Accept-Encoding');
    next();
  };
}
