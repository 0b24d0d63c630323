import { canSeeAdminArea } from '@guildhall/domain/permissions.js';
import type { AdminPageName, PageName } from '@guildhall/domain/wire/pages.js';
import { NotFoundPage } from './ui/page/not-found-page.js';
import { createLazyScreen, type ScreenType } from './shared/lazy.js';
import { Layout } from './layout/layout.js';
import { matchPath, paths } from './shared/paths.js';
import { RouteParams, useLocation, type Params } from './shared/router.js';
import { useActor, useSession } from './shared/state/session.js';
import { useState } from 'react';

const loadForum = () => import('./features/forum/lazy-screens.js');
const loadNewThread = () => import('./features/forum/new-thread-page.js');
const loadAccount = () => import('./features/account/lazy-screens.js');
const loadPeople = () => import('./features/members/people-page.js');
const loadSite = () => import('./features/site/site-pages.js');
const loadReports = () => import('./features/reports/report-pages.js');

const AdminArea = createLazyScreen(() => import('./features/admin/admin-area.js'), 'AdminArea');
const PlacePage = createLazyScreen(loadForum, 'PlacePage');
const NewThreadPage = createLazyScreen(loadNewThread, 'NewThreadPage');

function AdminGate() {
  const isLoaded = useSession((state) => state.user !== undefined);
  const hasAccess = canSeeAdminArea(useActor());
  const [hadAccess, setHadAccess] = useState(false);
  if (hasAccess && !hadAccess) setHadAccess(true);
  if (!isLoaded) return null;
  return hasAccess || hadAccess ? <AdminArea /> : <NotFoundPage />;
}

const screens: Record<Exclude<PageName, AdminPageName>, ScreenType> = {
  home: createLazyScreen(() => import('./features/forum/home/home-page.js'), 'HomePage'),
  auth: createLazyScreen(loadAccount, 'AuthPage'),
  logout: createLazyScreen(loadAccount, 'LogoutPage'),
  verify: createLazyScreen(loadAccount, 'VerifyPage'),
  forgotPassword: createLazyScreen(loadAccount, 'ForgotPasswordPage'),
  resetPassword: createLazyScreen(loadAccount, 'ResetPasswordPage'),
  appeal: createLazyScreen(loadAccount, 'AppealPage'),
  forums: createLazyScreen(loadForum, 'ForumsPage'),
  latest: createLazyScreen(loadForum, 'LatestPage'),
  newThread: createLazyScreen(loadNewThread, 'StartThreadPage'),
  thread: createLazyScreen(() => import('./features/thread/thread-page.js'), 'ThreadPage'),
  section: PlacePage,
  newInSection: NewThreadPage,
  subsection: PlacePage,
  newInSubsection: NewThreadPage,
  stats: createLazyScreen(() => import('./features/stats/stats-page.js'), 'StatsPage'),
  members: createLazyScreen(loadPeople, 'MembersPage'),
  staff: createLazyScreen(loadPeople, 'StaffPage'),
  profile: createLazyScreen(() => import('./features/members/profile/profile-page.js'), 'ProfilePage'),
  search: createLazyScreen(() => import('./features/search/search-page.js'), 'SearchPage'),
  rules: createLazyScreen(loadSite, 'RulesPage'),
  store: createLazyScreen(loadSite, 'ShopPage'),
  reportPlayer: createLazyScreen(loadReports, 'ReportPlayerPage'),
  reportBug: createLazyScreen(loadReports, 'ReportBugPage'),
  settings: createLazyScreen(() => import('./features/settings/settings-page.js'), 'SettingsPage'),
  yours: createLazyScreen(() => import('./features/yours/yours-page.js'), 'YoursPage'),
  notifications: createLazyScreen(() => import('./features/notifications/lazy-parts.js'), 'NotificationsPage'),
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
