import { Refusal } from '@guildhall/domain/refusals.js';
import { videoOrigin } from '@guildhall/domain/embeds.js';
import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type Express, type RequestHandler, type Response } from 'express';
import { trustedProxiesOf } from './http/connections/client-address.js';
import { logRequests } from './http/connections/request-log.js';
import { measureRequests } from './http/connections/measured-requests.js';
import { handleErrors } from './http/errors.js';
import { healthRoutes } from './routes/health.js';
import { metricsRoutes } from './routes/metrics.js';
import { docsRoutes } from './openapi/routes.js';
import { mountOperations } from './http/mount-operations.js';
import type { Operation } from './http/operation.js';
import { builtFiles } from './pages/built-files.js';
import { pages } from './pages/pages.js';
import type { Services } from './services.js';
import { banRoutes } from './routes/bans.js';
import { adminRoutes } from './routes/admin.js';
import { adminUserRoutes } from './routes/admin-users.js';
import { auditRoutes } from './routes/audit.js';
import { undoRoutes } from './routes/undo.js';
import { bulkThreadRoutes } from './routes/bulk-threads.js';
import { deletedThreadRoutes } from './routes/deleted-threads.js';
import { bulkUserRoutes } from './routes/bulk-users.js';
import { accountRoutes } from './routes/account.js';
import { accountExportRoutes } from './routes/account-export.js';
import { loginRoutes } from './routes/login.js';
import { ignoreRoutes } from './routes/ignores.js';
import { logoRoutes } from './routes/logo.js';
import { mailRoutes } from './routes/mails.js';
import { editHistoryRoutes } from './routes/edit-history.js';
import { memberRoutes } from './routes/members.js';
import { notificationRoutes } from './routes/notifications.js';
import { feedFiles } from './routes/feeds.js';
import { avatarRoutes, pictureFiles } from './routes/pictures.js';
import { ownProfileRoutes } from './routes/own-profile.js';
import { passwordRoutes } from './routes/passwords.js';
import { pendingRegistrationRoutes } from './routes/pending-registration.js';
import { permissionRoutes } from './routes/permissions.js';
import { postRoutes } from './routes/posts.js';
import { previewRoutes } from './routes/preview.js';
import { profileRoutes } from './routes/profiles.js';
import { reactionRoutes } from './routes/reactions.js';
import { readMarkRoutes } from './routes/read-marks.js';
import { registrationRoutes } from './routes/registration.js';
import { reportQueueRoutes } from './routes/report-queue.js';
import { reportRoutes } from './routes/reports.js';
import { roleRoutes } from './routes/roles.js';
import { searchRoutes } from './routes/search.js';
import { sectionRoutes } from './routes/sections.js';
import { sessionRoutes } from './routes/sessions.js';
import { settingsRoutes } from './routes/settings.js';
import { serverStatusRoutes } from './routes/server-status.js';
import { siteRoutes } from './routes/site.js';
import { statsRoutes } from './routes/stats.js';
import { structureRoutes } from './routes/structure.js';
import { themeHistoryRoutes } from './routes/theme-history.js';
import { themeRoutes } from './routes/themes.js';
import { threadActionRoutes } from './routes/thread-actions.js';
import { threadReads } from './routes/thread-reads.js';
import { threadRoutes } from './routes/threads.js';
import { threadTitleRoutes } from './routes/thread-titles.js';
import { iconFiles } from './theme/icon-files.js';
import { themeFile } from './theme/theme-file.js';
import { twoStepRoutes } from './routes/two-step.js';
import { wallPostRoutes } from './routes/wall-posts.js';
import { watchRoutes } from './routes/watches.js';

/** Every call of the API in one list. */
export function operationsOf(services: Services): Operation[] {
  return [
    loginRoutes,
    registrationRoutes,
    pendingRegistrationRoutes,
    passwordRoutes,
    sessionRoutes,
    twoStepRoutes,
    accountRoutes,
    accountExportRoutes,
    ownProfileRoutes,
    structureRoutes, // before the sections: their names must not be read as ids
    sectionRoutes,
    permissionRoutes,
    bulkUserRoutes,
    bulkThreadRoutes,
    deletedThreadRoutes,
    threadReads,
    threadRoutes,
    threadTitleRoutes,
    postRoutes,
    previewRoutes,
    editHistoryRoutes,
    reactionRoutes,
    watchRoutes,
    notificationRoutes,
    ignoreRoutes,
    readMarkRoutes,
    threadActionRoutes,
    memberRoutes,
    profileRoutes,
    wallPostRoutes,
    avatarRoutes,
    searchRoutes,
    adminRoutes,
    adminUserRoutes,
    roleRoutes,
    reportRoutes,
    reportQueueRoutes,
    mailRoutes,
    auditRoutes,
    undoRoutes,
    banRoutes,
    settingsRoutes,
    themeRoutes,
    themeHistoryRoutes,
    logoRoutes,
    siteRoutes,
    statsRoutes,
    serverStatusRoutes,
  ].flatMap((of) => of(services));
}

/** The site as an Express application; creates and starts nothing itself. */
export function createApp(services: Services): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', 'strong');
  app.set('trust proxy', trustedProxiesOf(services.env));
  app.use(prepare(app, services));
  app.use(compressed());
  const operations = operationsOf(services);
  app.use(mountOperations(services, operations, '/api')); // most requests are its calls
  app.use(metricsRoutes(services));
  app.use(healthRoutes(services));
  app.use((_req, _res, next) => {
    services.policy.requireKnown();
    next();
  });
  app.use(pictureFiles(services));
  app.use(feedFiles(services));
  app.use(themeFile(services));
  app.use(iconFiles(services));
  app.use(mountOperations(services, operations, ''));
  app.use(docsRoutes(operations));
  app.use('/api', () => {
    throw new Refusal('not-found');
  });
  app.use(builtFiles());
  app.use(pages(services, operations));
  app.use(() => {
    throw new Refusal('not-found');
  });
  app.use(handleErrors);
  return app;
}

/** What each request begins with, in one layer: Express takes a microsecond for each. */
function prepare(app: Express, services: Services): RequestHandler {
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
function securityHeaders({ site, env }: Pick<Services, 'site' | 'env'>): (res: Response) => void {
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
function compressed(): RequestHandler {
  // The default window of brotli reserves 8 MiB for each response.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 };
  const compress = compression({ brotli: { params } });
  return (req, res, next) => {
    if (req.headers['accept-encoding']) return compress(req, res, next);
    res.setHeader('vary', 'Accept-Encoding');
    next();
  };
}
