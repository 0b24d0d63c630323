import { canSeeAdminArea } from '@guildhall/domain/permissions.js';
import type { AdminPageName } from '@guildhall/domain/wire/pages.js';
import { useState, type ComponentType } from 'react';
import { linkTo, matchPath, paths } from '../../shared/paths.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { Redirect, RouteParams, useLocation } from '../../shared/router.js';
import { useActor } from '../../shared/state/session.js';
import { ButtonLink } from '../../ui/button.js';
import { NotFoundPage } from '../../ui/page/not-found-page.js';
import { canSeeAdminPage, Sidebar } from './sidebar.js';
import { DashboardPage } from './dashboard/dashboard-page.js';
import { UserManagementPage } from './users/user-management-page.js';
import { UserPage } from './users/user-page.js';
import { ActionPage } from './users/action-page.js';
import { PlayersPage } from './players/players-page.js';
import { RoleEditorPage } from './roles/role-editor-page.js';
import { ThemeEditorPage } from './theme/theme-page.js';
import { ForumsManagerPage } from './forums/forums-page.js';
import { AuditPage } from './audit/audit-page.js';
import { ReportsPage } from './reports/reports-page.js';
import { ProjectionsPage } from './projections/projections-page.js';
import { GameServersPage } from './game-servers/game-servers-page.js';
import { GameServerPage } from './game-servers/server-page.js';
import { KeysPage } from './keys/keys-page.js';
import { MailsPage } from './mails/mails-page.js';
import { UploadsPage } from './uploads/uploads-page.js';
import { SiteSettingsPage } from './settings/settings-page.js';
import { FirstRunPage } from './settings/first-run-page.js';
import styles from './admin-area.module.css';
import { texts } from './texts.js';

const screens: Record<AdminPageName, ComponentType> = {
  adminDashboard: DashboardPage,
  adminUsers: UserManagementPage,
  adminUser: UserPage,
  adminBan: () => <ActionPage kind="ban" />,
  adminDelete: () => <ActionPage kind="delete" />,
  adminRole: () => <ActionPage kind="role" />,
  adminPlayers: PlayersPage,
  adminRoles: RoleEditorPage,
  adminTheme: ThemeEditorPage,
  adminForums: ForumsManagerPage,
  adminAudit: AuditPage,
  adminReports: ReportsPage,
  adminProjections: ProjectionsPage,
  adminGameServers: GameServersPage,
  adminGameServer: GameServerPage,
  adminKeys: KeysPage,
  adminUploads: UploadsPage,
  adminMails: MailsPage,
  adminSettings: SiteSettingsPage,
  adminFirstRun: FirstRunPage,
};

const names = Object.keys(screens) as AdminPageName[];

export function AdminArea() {
  const actor = useActor();
  const { pathname } = useLocation();
  const currentPage = names.find((name) => matchPath(paths[name], pathname));
  const [seenPage, setSeen] = useState<AdminPageName | null>(null);
  const isRoot = matchPath('/admin', pathname) !== null;
  const isAllowed = currentPage !== undefined && canSeeAdminPage(actor, currentPage);
  if (isAllowed && seenPage !== currentPage) setSeen(currentPage);
  if (!canSeeAdminArea(actor)) return <ClosedPage />;
  if (isRoot) return <Redirect to={linkTo('adminDashboard')} />;
  if (!isAllowed) return currentPage && seenPage === currentPage ? <ClosedPage /> : <NotFoundPage />;
  const Screen = screens[currentPage];
  return (
    <div className={`grid gap-32 ${styles['area']}`}>
      <Sidebar />
      <div className="shrinkable">
        <RouteParams value={matchPath(paths[currentPage], pathname) ?? {}}>
          <Screen />
        </RouteParams>
      </div>
    </div>
  );
}

function ClosedPage() {
  usePageTitle(texts.closed);
  return (
    <div className="gone" role="status">
      <h1>{texts.closed}</h1>
      <p className={`muted margin-top-4 ${styles['lead']}`}>{texts.closedBody}</p>
      <ButtonLink kind="primary" to={linkTo('home')}>
        {texts.closedHome}
      </ButtonLink>
    </div>
  );
}
