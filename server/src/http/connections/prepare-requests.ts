import { constants } from 'node:zlib';
import { videoOrigin } from '@guildhall/domain/embeds.js';
import compression from 'compression';
import type { Express, Request, RequestHandler, Response } from 'express';
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

export function prepareRequests(app: Express, services: Dependencies): RequestHandler {
  const log = logRequests(app, services.logger);
  const measure = measureRequests(services.metrics);
  const secure = buildSecurityHeaders(services);
  return (req, res, next) => {
    log(req, res);
    measure(req, res);
    secure(req, res);
    services.forwardedAddresses.check(req);
    next();
  };
}

const noDocument = /^\/(assets\/[^/]+\.(js|css)|theme\.css)$/;

function buildSecurityHeaders({
  site,
  env,
}: Pick<Dependencies, 'site' | 'env'>): (req: Request, res: Response) => void {
  const commonHeaderValues = {
    'x-content-type-options': 'nosniff',
    ...(env.publicUrl.startsWith('https://') && { 'strict-transport-security': `max-age=${365 * 24 * 3600}` }),
  };
  const commonHeaders = Object.entries(commonHeaderValues);
  let cachedHeaders = { hosts: site.settings.imageHosts, headers: buildDocumentHeaders(site.settings.imageHosts) };
  return (req, res) => {
    for (const [name, value] of commonHeaders) res.setHeader(name, value);
    if (noDocument.test(req.path)) return;
    const { imageHosts: hosts } = site.settings;
    if (cachedHeaders.hosts !== hosts) cachedHeaders = { hosts, headers: buildDocumentHeaders(hosts) };
    for (const [name, value] of cachedHeaders.headers) res.setHeader(name, value);
  };
}

function buildDocumentHeaders(imageHosts: readonly string[]): [string, string][] {
  const images = ["'self'", 'data:', ...imageHosts.map((host) => `https://${host}`)].join(' ');
  const policy = `default-src 'self'; img-src ${images}; frame-src ${videoOrigin}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
  return Object.entries({
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'content-security-policy': policy,
  });
}

export function compressResponses(): RequestHandler {
  // With the default window, brotli reserves 8 MiB for each response.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 };
  const compress = compression({ brotli: { params } });
  return (req, res, next) => {
    if (req.headers['accept-encoding']) return compress(req, res, next);
    res.setHeader('vary', 'Accept-Encoding');
    next();
  };
}
