import { canSeeAdminArea } from '@guildhall/domain/permissions.js';
import type { AdminPageName, PageName } from '@guildhall/domain/wire/pages.js';
import { NotFoundPage } from './ui/page/not-found-page.js';
import { lazyScreen, type ScreenType } from './shared/lazy.js';
import { Layout } from './layout/layout.js';
import { matchPath, paths } from './shared/paths.js';
import { RouteParams, useLocation, type Params } from './shared/router.js';
import { useActor, useSession } from './shared/state/session.js';
import { useState } from 'react';

const PlacePage = lazyScreen(() => import('./features/forum/place-page.js').then((file) => file.PlacePage));
const NewThreadPage = lazyScreen(() =>
  import('./features/forum/new-thread-page.js').then((file) => file.NewThreadPage),
);

const AdminArea = lazyScreen(() => import('./features/admin/admin-area.js').then((file) => file.AdminArea));

/** Loads the code of the admin area only for people who may see it; it stays if they lose access to it. */
function AdminGate() {
  const isLoaded = useSession((state) => state.user !== undefined);
  const hasAccess = canSeeAdminArea(useActor());
  const [hadAccess, setHadAccess] = useState(false);
  if (hasAccess && !hadAccess) setHadAccess(true);
  if (!isLoaded) return null;
  return hasAccess || hadAccess ? <AdminArea /> : <NotFoundPage />;
}

/** The screens of all addresses outside the admin area. */
const screens: Record<Exclude<PageName, AdminPageName>, ScreenType> = {
  home: lazyScreen(() => import('./features/forum/home/home-page.js').then((file) => file.HomePage)),
  auth: lazyScreen(() => import('./features/account/auth-page.js').then((file) => file.AuthPage)),
  logout: lazyScreen(() => import('./features/account/session-end.js').then((file) => file.LogoutPage)),
  verify: lazyScreen(() => import('./features/account/verify-page.js').then((file) => file.VerifyPage)),
  forgotPassword: lazyScreen(() =>
    import('./features/account/password-pages.js').then((file) => file.ForgotPasswordPage),
  ),
  resetPassword: lazyScreen(() =>
    import('./features/account/password-pages.js').then((file) => file.ResetPasswordPage),
  ),
  appeal: lazyScreen(() => import('./features/account/appeal-page.js').then((file) => file.AppealPage)),
  forums: lazyScreen(() => import('./features/forum/forums-page.js').then((file) => file.ForumsPage)),
  latest: lazyScreen(() => import('./features/forum/latest/latest-page.js').then((file) => file.LatestPage)),
  newThread: lazyScreen(() => import('./features/forum/new-thread-page.js').then((file) => file.StartThreadPage)),
  thread: lazyScreen(() => import('./features/thread/thread-page.js').then((file) => file.ThreadPage)),
  section: PlacePage,
  newInSection: NewThreadPage,
  subsection: PlacePage,
  newInSubsection: NewThreadPage,
  stats: lazyScreen(() => import('./features/stats/stats-page.js').then((file) => file.StatsPage)),
  members: lazyScreen(() => import('./features/members/people-page.js').then((file) => file.MembersPage)),
  staff: lazyScreen(() => import('./features/members/people-page.js').then((file) => file.StaffPage)),
  profile: lazyScreen(() => import('./features/members/profile/profile-page.js').then((file) => file.ProfilePage)),
  search: lazyScreen(() => import('./features/search/search-page.js').then((file) => file.SearchPage)),
  rules: lazyScreen(() => import('./features/site/rules-page.js').then((file) => file.RulesPage)),
  store: lazyScreen(() => import('./features/site/shop-page.js').then((file) => file.ShopPage)),
  reportPlayer: lazyScreen(() => import('./features/reports/report-pages.js').then((file) => file.ReportPlayerPage)),
  reportBug: lazyScreen(() => import('./features/reports/report-pages.js').then((file) => file.ReportBugPage)),
  settings: lazyScreen(() => import('./features/settings/settings-page.js').then((file) => file.SettingsPage)),
  notifications: lazyScreen(() =>
    import('./features/notifications/notifications-page.js').then((file) => file.NotificationsPage),
  ),
};

/** In the order of the table, because the first matching address wins. */
const names = Object.keys(paths).filter((name): name is keyof typeof screens => name in screens);

function findScreen(pathname: string): { Screen: ScreenType; params: Params } {
  for (const name of names) {
    const params = matchPath(paths[name], pathname);
    if (params) return { Screen: screens[name], params };
  }
  return { Screen: /^\/admin(\/|$)/i.test(pathname) ? AdminGate : NotFoundPage, params: {} };
}

/** Fetches the code and data for the first paint of a screen; if that fails, the screen itself reports it. */
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
