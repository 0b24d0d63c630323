import { isValidElement, type ComponentType } from 'react';
import { matchRoutes, useRoutes, type RouteObject } from 'react-router-dom';
import { NotFoundPage } from './features/not-found/not-found-page.js';
import { fetchCode, laterScreen } from './shared/later.js';
import { Layout } from './shared/layout/layout.js';
import { paths, type AdminPathName, type PathName } from './shared/paths.js';

const PlacePage = laterScreen(() => import('./features/forum/place-page.js').then((file) => file.PlacePage));
const NewThreadPage = laterScreen(() =>
  import('./features/forum/new-thread-page.js').then((file) => file.NewThreadPage),
);

const AdminGate = laterScreen(() => import('./features/admin/admin-gate.js').then((file) => file.AdminGate));

/** The screen of every address that is not the admin area's. */
const screens: Record<Exclude<PathName, AdminPathName>, ComponentType> = {
  home: laterScreen(() => import('./features/home/home-page.js').then((file) => file.HomePage)),
  auth: laterScreen(() => import('./features/auth/auth-page.js').then((file) => file.AuthPage)),
  logout: laterScreen(() => import('./features/auth/logout-page.js').then((file) => file.LogoutPage)),
  verify: laterScreen(() => import('./features/auth/verify-page.js').then((file) => file.VerifyPage)),
  forgotPassword: laterScreen(() =>
    import('./features/auth/forgot-password-page.js').then((file) => file.ForgotPasswordPage),
  ),
  resetPassword: laterScreen(() =>
    import('./features/auth/reset-password-page.js').then((file) => file.ResetPasswordPage),
  ),
  appeal: laterScreen(() => import('./features/auth/appeal-page.js').then((file) => file.AppealPage)),
  forums: laterScreen(() => import('./features/forum/forums-page.js').then((file) => file.ForumsPage)),
  thread: laterScreen(() => import('./features/thread/thread-page.js').then((file) => file.ThreadPage)),
  section: PlacePage,
  newInSection: NewThreadPage,
  subsection: PlacePage,
  newInSubsection: NewThreadPage,
  stats: laterScreen(() => import('./features/stats/stats-page.js').then((file) => file.StatsPage)),
  members: laterScreen(() => import('./features/members/people-page.js').then((file) => file.MembersPage)),
  staff: laterScreen(() => import('./features/members/people-page.js').then((file) => file.StaffPage)),
  profile: laterScreen(() => import('./features/profile/profile-page.js').then((file) => file.ProfilePage)),
  search: laterScreen(() => import('./features/search/search-page.js').then((file) => file.SearchPage)),
  rules: laterScreen(() => import('./features/rules/rules-page.js').then((file) => file.RulesPage)),
  store: laterScreen(() => import('./features/store/store-page.js').then((file) => file.StorePage)),
  reportPlayer: laterScreen(() =>
    import('./features/reports/report-player-page.js').then((file) => file.ReportPlayerPage),
  ),
  reportBug: laterScreen(() => import('./features/reports/report-bug-page.js').then((file) => file.ReportBugPage)),
  settings: laterScreen(() => import('./features/settings/settings-page.js').then((file) => file.SettingsPage)),
  notifications: laterScreen(() => import('./features/notices/notices-page.js').then((file) => file.NoticesPage)),
};

const routes: RouteObject[] = [
  {
    element: <Layout />,
    children: [
      ...Object.entries(screens).map(([name, Screen]) => ({
        // The keys of `screens` are the names of `paths`; `Object.entries` forgets that.
        path: paths[name as PathName],
        element: <Screen />,
      })),
      { path: '/admin/*', element: <AdminGate /> },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

/** Fetches the code of what stands at an address; where it fails, its screen says so itself. */
export async function fetchScreen(pathname: string): Promise<void> {
  const element = matchRoutes(routes, pathname)?.at(-1)?.route.element;
  if (isValidElement(element)) await fetchCode(element.type);
}

export function Routes() {
  return useRoutes(routes);
}
