import type { AdminPageName } from '@guildhall/domain/wire/pages.js';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { useState, type ComponentType } from 'react';
import { lazyScreen } from '../../shared/lazy.js';
import { linkTo, matchPath, paths } from '../../shared/paths.js';
import { Redirect, RouteParams, useLocation } from '../../shared/router.js';
import { useActor } from '../../shared/state/session.js';
import { NotFoundPage } from '../../ui/page/not-found-page.js';
import { seesAdminPage, Sidebar } from './sidebar.js';
import styles from './admin-area.module.css';
import { ClosedPage } from './closed-page.js';

/** The screen of every address of the admin area. */
const screens: Record<AdminPageName, ComponentType> = {
  adminDashboard: lazyScreen(() => import('./dashboard/dashboard-page.js').then((file) => file.DashboardPage)),
  adminUsers: lazyScreen(() => import('./users/user-management-page.js').then((file) => file.UserManagementPage)),
  adminUser: lazyScreen(() => import('./users/user-page.js').then((file) => file.UserPage)),
  adminBan: lazyScreen(() => import('./users/action-page.js').then((file) => file.BanPage)),
  adminDelete: lazyScreen(() => import('./users/action-page.js').then((file) => file.DeletePage)),
  adminRole: lazyScreen(() => import('./users/action-page.js').then((file) => file.RolePage)),
  adminRoles: lazyScreen(() => import('./roles/role-editor-page.js').then((file) => file.RoleEditorPage)),
  adminTheme: lazyScreen(() => import('./theme/theme-page.js').then((file) => file.ThemeEditorPage)),
  adminForums: lazyScreen(() => import('./forums/forums-page.js').then((file) => file.ForumsManagerPage)),
  adminAudit: lazyScreen(() => import('./audit/audit-page.js').then((file) => file.AuditPage)),
  adminReports: lazyScreen(() => import('./reports/reports-page.js').then((file) => file.ReportsPage)),
  adminProjections: lazyScreen(() => import('./projections/projections-page.js').then((file) => file.ProjectionsPage)),
  adminMails: lazyScreen(() => import('./mails/mails-page.js').then((file) => file.MailsPage)),
  adminSettings: lazyScreen(() => import('./settings/settings-page.js').then((file) => file.SiteSettingsPage)),
  adminFirstRun: lazyScreen(() => import('./settings/first-run-page.js').then((file) => file.FirstRunPage)),
};

const names = Object.keys(screens) as AdminPageName[]; // the keys of a Record; Object.keys forgets that

/** The sidebar with the page next to it; a page that the person may not see is not found. */
export function AdminArea() {
  const actor = useActor();
  const { pathname } = useLocation();
  const here = names.find((name) => matchPath(paths[name], pathname));
  const [seen, setSeen] = useState<AdminPageName | null>(null);
  const isRoot = matchPath('/admin', pathname) !== null;
  const sees = here !== undefined && seesAdminPage(actor, here);
  if (sees && seen !== here) setSeen(here);
  if (isRoot) return <Redirect to={linkTo('adminDashboard')} />;
  if (!sees) return here && seen === here ? <ClosedPage /> : <NotFoundPage />;
  const Screen = screens[here];
  return (
    <CSPProvider disableStyleElements>
      <div className={`grid gap-32 ${styles['area']}`}>
        <Sidebar />
        <div className="shrinkable">
          <RouteParams value={matchPath(paths[here], pathname) ?? {}}>
            <Screen />
          </RouteParams>
        </div>
      </div>
    </CSPProvider>
  );
}
