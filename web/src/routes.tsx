import { canSeeAdminArea } from '@guildhall/domain/permissions.js';
import type { AdminPageName, PageName } from '@guildhall/domain/wire/pages.js';
import { NotFoundPage } from './ui/page/not-found-page.js';
import { lazyScreen, type ScreenType } from './shared/lazy.js';
import { Layout } from './layout/layout.js';
import { matchPath, paths } from './shared/paths.js';
import { RouteParams, useLocation, type Params } from './shared/router.js';
import { useActor, useSession } from './shared/state/session.js';
import { useState } from 'react';

const forum = () => import('./features/forum/lazy-screens.js');
const newThread = () => import('./features/forum/new-thread-page.js');
const account = () => import('./features/account/lazy-screens.js');
const people = () => import('./features/members/people-page.js');
const site = () => import('./features/site/site-pages.js');
const reports = () => import('./features/reports/report-pages.js');

const AdminArea = lazyScreen(() => import('./features/admin/admin-area.js'), 'AdminArea');
const PlacePage = lazyScreen(forum, 'PlacePage');
const NewThreadPage = lazyScreen(newThread, 'NewThreadPage');

function AdminGate() {
  const isLoaded = useSession((state) => state.user !== undefined);
  const hasAccess = canSeeAdminArea(useActor());
  const [hadAccess, setHadAccess] = useState(false);
  if (hasAccess && !hadAccess) setHadAccess(true);
  if (!isLoaded) return null;
  return hasAccess || hadAccess ? <AdminArea /> : <NotFoundPage />;
}

const screens: Record<Exclude<PageName, AdminPageName>, ScreenType> = {
  home: lazyScreen(() => import('./features/forum/home/home-page.js'), 'HomePage'),
  auth: lazyScreen(account, 'AuthPage'),
  logout: lazyScreen(account, 'LogoutPage'),
  verify: lazyScreen(account, 'VerifyPage'),
  forgotPassword: lazyScreen(account, 'ForgotPasswordPage'),
  resetPassword: lazyScreen(account, 'ResetPasswordPage'),
  appeal: lazyScreen(account, 'AppealPage'),
  forums: lazyScreen(forum, 'ForumsPage'),
  latest: lazyScreen(forum, 'LatestPage'),
  newThread: lazyScreen(newThread, 'StartThreadPage'),
  thread: lazyScreen(() => import('./features/thread/thread-page.js'), 'ThreadPage'),
  section: PlacePage,
  newInSection: NewThreadPage,
  subsection: PlacePage,
  newInSubsection: NewThreadPage,
  stats: lazyScreen(() => import('./features/stats/stats-page.js'), 'StatsPage'),
  members: lazyScreen(people, 'MembersPage'),
  staff: lazyScreen(people, 'StaffPage'),
  profile: lazyScreen(() => import('./features/members/profile/profile-page.js'), 'ProfilePage'),
  search: lazyScreen(() => import('./features/search/search-page.js'), 'SearchPage'),
  rules: lazyScreen(site, 'RulesPage'),
  store: lazyScreen(site, 'ShopPage'),
  reportPlayer: lazyScreen(reports, 'ReportPlayerPage'),
  reportBug: lazyScreen(reports, 'ReportBugPage'),
  settings: lazyScreen(() => import('./features/settings/settings-page.js'), 'SettingsPage'),
  yours: lazyScreen(() => import('./features/yours/yours-page.js'), 'YoursPage'),
  notifications: lazyScreen(() => import('./features/notifications/lazy-parts.js'), 'NotificationsPage'),
};

const names = Object.keys(paths).filter((name): name is keyof typeof screens => name in screens);

function findScreen(pathname: string): { Screen: ScreenType; params: Params } {
  for (const name of names) {
    const params = matchPath(paths[name], pathname);
    if (params) return { Screen: screens[name], params };
  }
  return { Screen: /^\/admin(\/|$)/i.test(pathname) ? AdminGate : NotFoundPage, params: {} };
}

/** Fetches the code and data for the first paint. If this fails, the screen itself shows the error. */
export async function fetchScreen(pathname: string): Promise<void> {
  const { Screen, params } = findScreen(pathname);
  await Screen.prepare?.(params);
}

export function Routes() {
  const { Screen, params } = findScreen(useLocation().pathname);
  return (
    <Layout>
      <RouteParams value={params}>
        <Screen />
      </RouteParams>
    </Layout>
  );
}
