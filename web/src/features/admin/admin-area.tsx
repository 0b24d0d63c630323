import { CSPProvider } from '@base-ui/react/csp-provider';
import { Suspense, lazy, type ComponentType } from 'react';
import { matchPath, useLocation, useRoutes } from 'react-router-dom';
import { paths, type AdminPathName } from '../../shared/paths.js';
import { useActor } from '../../shared/session.js';
import { NotFoundPage } from '../not-found/not-found-page.js';
import { seesAdminPage } from './admin-pages.js';
import styles from './admin-area.module.css';
import { Sidebar } from './sidebar.js';

/** A screen whose code is fetched when it is first shown. */
export function later(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}

/** The screen of every address of the admin area. */
const screens: Record<AdminPathName, ComponentType> = {
  adminDashboard: later(() => import('../admin-users/dashboard-page.js').then((file) => file.DashboardPage)),
  adminUsers: later(() => import('../admin-users/user-management-page.js').then((file) => file.UserManagementPage)),
  adminUser: later(() => import('../admin-users/user-page.js').then((file) => file.UserPage)),
  adminBan: later(() => import('../admin-users/act-page.js').then((file) => file.BanPage)),
  adminDelete: later(() => import('../admin-users/act-page.js').then((file) => file.DeletePage)),
  adminRole: later(() => import('../admin-users/act-page.js').then((file) => file.RolePage)),
  adminRoles: later(() => import('../admin-roles/role-editor-page.js').then((file) => file.RoleEditorPage)),
  adminTheme: later(() => import('../admin-theme/theme-page.js').then((file) => file.ThemeEditorPage)),
  adminForums: later(() => import('../admin-forums/forums-page.js').then((file) => file.ForumsManagerPage)),
  adminAudit: later(() => import('../admin-audit/audit-page.js').then((file) => file.AuditPage)),
  adminReports: later(() => import('../admin-reports/reports-page.js').then((file) => file.ReportsPage)),
  adminProjections: later(() =>
    import('../admin-projections/projections-page.js').then((file) => file.ProjectionsPage),
  ),
  adminMails: later(() => import('../admin-mails/mails-page.js').then((file) => file.MailsPage)),
  adminSettings: later(() => import('../admin-settings/settings-page.js').then((file) => file.SiteSettingsPage)),
  adminFirstRun: later(() => import('../admin-settings/first-run-page.js').then((file) => file.FirstRunPage)),
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
  if (!here || !seesAdminPage(actor, here)) return <NotFoundPage />;
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
