import { randomUUID } from 'node:crypto';
import { Refusal } from '@guildhall/domain/refusals.js';
import compression from 'compression';
import express, { type Express, type Request, type Response } from 'express';
import { pinoHttp } from 'pino-http';
import { handleErrors } from './http/errors.js';
import { healthRoutes } from './routes/health.js';
import { docsRoutes } from './openapi/routes.js';
import { mountOperations, type Operation } from './http/operation.js';
import { builtFiles } from './pages/built-files.js';
import { pages } from './pages/pages.js';
import type { Services } from './services.js';
import { banRoutes } from './routes/bans.js';
import { adminRoutes } from './routes/admin.js';
import { adminUserRoutes } from './routes/admin-users.js';
import { auditRoutes } from './routes/audit.js';
import { undoRoutes } from './routes/undo.js';
import { bulkThreadRoutes } from './routes/bulk-threads.js';
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
import { passwordRoutes } from './routes/passwords.js';
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
import { siteRoutes } from './routes/site.js';
import { statsRoutes } from './routes/stats.js';
import { structureRoutes } from './routes/structure.js';
import { themeHistoryRoutes } from './routes/theme-history.js';
import { themeRoutes } from './routes/themes.js';
import { threadActionRoutes } from './routes/thread-actions.js';
import { threadRoutes } from './routes/threads.js';
import { themeFile } from './theme/theme-file.js';
import { twoStepRoutes } from './routes/two-step.js';
import { wallPostRoutes } from './routes/wall-posts.js';
import { watchRoutes } from './routes/watches.js';

/** Every call of the API in one list. */
export function operationsOf(services: Services): Operation[] {
  return [
    loginRoutes,
    registrationRoutes,
    passwordRoutes,
    sessionRoutes,
    twoStepRoutes,
    accountRoutes,
    accountExportRoutes,
    structureRoutes, // before the sections: their names must not be read as ids
    sectionRoutes,
    permissionRoutes,
    bulkUserRoutes,
    bulkThreadRoutes,
    threadRoutes,
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
  ].flatMap((of) => of(services));
}

/** The site as an Express application; creates and starts nothing itself. */
export function createApp(services: Services): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', 'strong');
  app.set('trust proxy', services.env.trustedProxies);
  app.use(requestLog(services));
  app.use(securityHeaders);
  app.use(compression());
  app.use(healthRoutes(services));
  app.use(pictureFiles(services));
  app.use(feedFiles(services));
  app.use(themeFile(services));
  app.use(express.json({ limit: '256kb' }));
  const operations = operationsOf(services);
  app.use(mountOperations(services, operations, '/api'));
  app.use(mountOperations(services, operations, ''));
  app.use(docsRoutes(operations));
  app.use('/api', () => {
    throw new Refusal('not-found');
  });
  app.use(builtFiles());
  const guestPageVersion = async () =>
    JSON.stringify([await services.guestVersion.current(), services.status.current()]);
  app.use(pages({ ...services, guestPageVersion }, operations));
  app.use(() => {
    throw new Refusal('not-found');
  });
  app.use(handleErrors);
  return app;
}

/** One line per request with its correlation id, which its events carry too; only fields without personal data. */
function requestLog({ logger }: Services) {
  return pinoHttp({
    logger,
    genReqId: () => randomUUID(),
    serializers: {
      req: ({ id, method, url }: Request) => ({ id, method, url: pathOf(url) }),
      res: (res: Response) => ({ status: res.statusCode }),
    },
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'debug'),
  });
}

/** Without the query: links of mails carry tokens there. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

function securityHeaders(_req: Request, res: Response, next: () => void): void {
  res.set({
    'content-security-policy':
      "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  next();
}
