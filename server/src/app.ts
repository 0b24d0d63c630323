import { Refusal } from '@guildhall/domain/refusals.js';
import express, { type Express } from 'express';
import { compileTrustedProxies } from './http/connections/client-address.js';
import { createMessageClasses, type MessageClasses } from './http/connections/express-messages.js';
import { compressResponses, prepareRequests } from './http/connections/prepare-requests.js';
import { handleErrors } from './http/errors.js';
import { createHealthRoutes, createMetricsRoutes } from './routes/health.js';
import { createDocsRoutes } from './openapi/routes.js';
import { mountOperations } from './http/mount-operations.js';
import type { Operation } from './http/operation.js';
import { serveBuiltFiles } from './pages/built-files.js';
import { createPageRoutes } from './pages/pages.js';
import type { Services } from './services.js';
import { bindServices } from './routes/operation.js';
import { adminRoutes } from './routes/admin.js';
import { adminUserRoutes } from './routes/admin-users.js';
import { apiKeyRoutes } from './routes/api-keys.js';
import { auditRoutes } from './routes/audit.js';
import { bookmarkRoutes } from './routes/bookmarks.js';
import { createBounceRoutes } from './routes/bounces.js';
import { bulkThreadRoutes } from './routes/bulk-threads.js';
import { accountRoutes } from './routes/account.js';
import { loginRoutes } from './routes/login.js';
import { gameServerRoutes } from './routes/game-servers.js';
import { ignoreRoutes } from './routes/ignores.js';
import { ledgerRoutes } from './routes/ledger.js';
import { logoRoutes } from './routes/logo.js';
import { deliveryRoutes } from './routes/deliveries.js';
import { mailRoutes } from './routes/mails.js';
import { editHistoryRoutes } from './routes/edit-history.js';
import { gameLinkRoutes } from './routes/game-links.js';
import { memberRoutes } from './routes/members.js';
import { deviceRoutes } from './routes/devices.js';
import { createNamelessRoutes } from './routes/nameless.js';
import { notificationRoutes } from './routes/notifications.js';
import { notificationSettingRoutes } from './routes/notification-settings.js';
import { createFeedRoutes } from './routes/feeds.js';
import { avatarRoutes, createPictureRoutes } from './routes/pictures.js';
import { ownProfileRoutes } from './routes/own-profile.js';
import { passwordRoutes } from './routes/passwords.js';
import { permissionRoutes } from './routes/permissions.js';
import { playerRoutes } from './routes/players.js';
import { postRoutes } from './routes/posts.js';
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
import { createServerIconRoutes, serverStatsRoutes } from './routes/server-stats.js';
import { settingsRoutes } from './routes/settings.js';
import { siteRoutes } from './routes/site.js';
import { statsRoutes } from './routes/stats.js';
import { structureRoutes } from './routes/structure.js';
import { themeRoutes } from './routes/themes.js';
import { threadActionRoutes } from './routes/thread-actions.js';
import { threadReads } from './routes/thread-reads.js';
import { threadRoutes } from './routes/threads.js';
import { serveIconFiles } from './theme/icon-files.js';
import { serveManifestFile } from './theme/manifest-file.js';
import { serveThemeFile } from './theme/theme-file.js';
import { unsubscribePage } from './routes/unsubscribe.js';
import { twoStepRoutes } from './routes/two-step.js';
import { siteUploadRoutes, createUploadRoutes, uploadRoutes } from './routes/uploads.js';
import { wallPostRoutes } from './routes/wall-posts.js';
import { watchRoutes } from './routes/watches.js';

export function createOperations(services: Services): Operation[] {
  return [
    loginRoutes,
    registrationRoutes,
    passwordRoutes,
    sessionRoutes,
    twoStepRoutes,
    accountRoutes,
    ownProfileRoutes,
    // These routes must precede the sections, which would parse their names as ids.
    structureRoutes,
    sectionRoutes,
    permissionRoutes,
    bulkThreadRoutes,
    threadReads,
    threadRoutes,
    postRoutes,
    editHistoryRoutes,
    reactionRoutes,
    watchRoutes,
    bookmarkRoutes,
    notificationRoutes,
    notificationSettingRoutes,
    deviceRoutes,
    ignoreRoutes,
    readMarkRoutes,
    threadActionRoutes,
    memberRoutes,
    profileRoutes,
    wallPostRoutes,
    avatarRoutes,
    uploadRoutes,
    searchRoutes,
    adminRoutes,
    adminUserRoutes,
    siteUploadRoutes,
    roleRoutes,
    apiKeyRoutes,
    gameLinkRoutes,
    playerRoutes,
    gameServerRoutes,
    ledgerRoutes,
    reportRoutes,
    reportQueueRoutes,
    mailRoutes,
    deliveryRoutes,
    auditRoutes,
    settingsRoutes,
    themeRoutes,
    logoRoutes,
    siteRoutes,
    statsRoutes,
    serverStatsRoutes,
  ].flatMap((routes) => routes.map((route) => bindServices(route, services)));
}

export type App = Express & { messages: MessageClasses };

export function createApp(services: Services): App {
  const operations = createOperations(services);
  const app = express();
  const messages = createMessageClasses(app);
  app.disable('x-powered-by');
  app.set('etag', 'weak');
  app.set('trust proxy', compileTrustedProxies(services.env));
  app.use(prepareRequests(app, services), compressResponses());
  app.use(mountOperations(services, operations));
  app.use(
    createMetricsRoutes(services),
    createHealthRoutes(services),
    createBounceRoutes(services),
    createNamelessRoutes(services),
  );
  app.use((_req, _res, next) => {
    services.policy.requireKnown();
    next();
  });
  app.use(
    createPictureRoutes(services),
    createUploadRoutes(services),
    createFeedRoutes(services),
    unsubscribePage(services),
  );
  app.use(
    serveThemeFile(services),
    serveIconFiles(services),
    createServerIconRoutes(services),
    serveManifestFile(services),
  );
  app.use(createDocsRoutes(operations, services.env.publicUrl));
  app.use('/api', () => {
    throw new Refusal('not-found');
  });
  app.use(serveBuiltFiles(), createPageRoutes(services, operations));
  app.use(() => {
    throw new Refusal('not-found');
  });
  app.use(handleErrors);
  return Object.assign(app, { messages });
}
