import { CSPProvider } from '@base-ui/react/csp-provider';
import { Suspense, useState, type ComponentType } from 'react';
import { matchPath, useLocation, useRoutes } from 'react-router-dom';
import { laterScreen } from '../../shared/later.js';
import { paths, type AdminPathName } from '../../shared/paths.js';
import { useActor } from '../../shared/session.js';
import { NotFoundPage } from '../not-found/not-found-page.js';
import { seesAdminPage } from './admin-pages.js';
import styles from './admin-area.module.css';
import { ClosedPage } from './closed-page.js';
import { Sidebar } from './sidebar.js';

/** The screen of every address of the admin area. */
const screens: Record<AdminPathName, ComponentType> = {
  adminDashboard: laterScreen(() => import('../admin-users/dashboard-page.js').then((file) => file.DashboardPage)),
  adminUsers: laterScreen(() =>
    import('../admin-users/user-management-page.js').then((file) => file.UserManagementPage),
  ),
  adminUser: laterScreen(() => import('../admin-users/user-page.js').then((file) => file.UserPage)),
  adminBan: laterScreen(() => import('../admin-users/act-page.js').then((file) => file.BanPage)),
  adminDelete: laterScreen(() => import('../admin-users/act-page.js').then((file) => file.DeletePage)),
  adminRole: laterScreen(() => import('../admin-users/act-page.js').then((file) => file.RolePage)),
  adminRoles: laterScreen(() => import('../admin-roles/role-editor-page.js').then((file) => file.RoleEditorPage)),
  adminTheme: laterScreen(() => import('../admin-theme/theme-page.js').then((file) => file.ThemeEditorPage)),
  adminForums: laterScreen(() => import('../admin-forums/forums-page.js').then((file) => file.ForumsManagerPage)),
  adminAudit: laterScreen(() => import('../admin-audit/audit-page.js').then((file) => file.AuditPage)),
  adminReports: laterScreen(() => import('../admin-reports/reports-page.js').then((file) => file.ReportsPage)),
  adminProjections: laterScreen(() =>
    import('../admin-projections/projections-page.js').then((file) => file.ProjectionsPage),
  ),
  adminMails: laterScreen(() => import('../admin-mails/mails-page.js').then((file) => file.MailsPage)),
  adminSettings: laterScreen(() => import('../admin-settings/settings-page.js').then((file) => file.SiteSettingsPage)),
  adminFirstRun: laterScreen(() => import('../admin-settings/first-run-page.js').then((file) => file.FirstRunPage)),
};

const names = Object.keys(screens) as AdminPathName[]; // the keys of a Record; Object.keys forgets that

const routes = names.map((name) => {
  const Screen = screens[name];
  return { path: paths[name].slice('/admin/'.length), element: <Screen /> };
});

/** The sidebar with the page beside it; a page that is not for this person is not found. */
export function AdminArea() {
  const actor = useActor();
  const { pathname } = useLocation();
  const screen = useRoutes(routes);
  const here = names.find((name) => matchPath(paths[name], pathname));
  const [seen, setSeen] = useState<AdminPathName | null>(null);
  const sees = here !== undefined && seesAdminPage(actor, here);
  if (sees && seen !== here) setSeen(here);
  if (!sees) return here && seen === here ? <ClosedPage /> : <NotFoundPage />;
  return (
    <CSPProvider disableStyleElements>
      <div className={styles['area']}>
        <Sidebar />
        <div className={styles['page']}>
          <Suspense fallback={null}>{screen}</Suspense>
        </div>
      </div>
    </CSPProvider>
  );
}
