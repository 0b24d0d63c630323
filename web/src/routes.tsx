import { isValidElement, lazy, useState, type ComponentType } from 'react';
import { matchRoutes, useRoutes, type RouteObject } from 'react-router-dom';
import { NotFoundPage } from './features/not-found/not-found-page.js';
import { Layout } from './shared/layout/layout.js';
import { paths, type AdminPathName, type PathName } from './shared/paths.js';

/** Fetches the code of a screen, by the component that stands for it. */
const fetches = new Map<unknown, () => Promise<unknown>>();

/** A screen whose code is fetched when it is first shown; one that was fetched before is drawn at once. */
function later(load: () => Promise<ComponentType>): ComponentType {
  let fetched: ComponentType | null = null;
  const fetchIt = async () => ({ default: (fetched = await load()) });
  const Lazy = lazy(fetchIt);
  function Screen() {
    const [Kind] = useState(() => fetched ?? Lazy);
    return <Kind />;
  }
  fetches.set(Screen, fetchIt);
  return Screen;
}

const PlacePage = later(() => import('./features/forum/place-page.js').then((file) => file.PlacePage));
const NewThreadPage = later(() => import('./features/forum/new-thread-page.js').then((file) => file.NewThreadPage));

const AdminGate = later(() => import('./features/admin/admin-gate.js').then((file) => file.AdminGate));

/** The screen of every address that is not the admin area's. */
const screens: Record<Exclude<PathName, AdminPathName>, ComponentType> = {
  home: later(() => import('./features/home/home-page.js').then((file) => file.HomePage)),
  auth: later(() => import('./features/auth/auth-page.js').then((file) => file.AuthPage)),
  logout: later(() => import('./features/auth/logout-page.js').then((file) => file.LogoutPage)),
  verify: later(() => import('./features/auth/verify-page.js').then((file) => file.VerifyPage)),
  forgotPassword: later(() =>
    import('./features/auth/forgot-password-page.js').then((file) => file.ForgotPasswordPage),
  ),
  resetPassword: later(() => import('./features/auth/reset-password-page.js').then((file) => file.ResetPasswordPage)),
  appeal: later(() => import('./features/auth/appeal-page.js').then((file) => file.AppealPage)),
  forums: later(() => import('./features/forum/forums-page.js').then((file) => file.ForumsPage)),
  thread: later(() => import('./features/thread/thread-page.js').then((file) => file.ThreadPage)),
  section: PlacePage,
  newInSection: NewThreadPage,
  subsection: PlacePage,
  newInSubsection: NewThreadPage,
  stats: later(() => import('./features/stats/stats-page.js').then((file) => file.StatsPage)),
  members: later(() => import('./features/members/people-page.js').then((file) => file.MembersPage)),
  staff: later(() => import('./features/members/people-page.js').then((file) => file.StaffPage)),
  profile: later(() => import('./features/profile/profile-page.js').then((file) => file.ProfilePage)),
  search: later(() => import('./features/search/search-page.js').then((file) => file.SearchPage)),
  rules: later(() => import('./features/rules/rules-page.js').then((file) => file.RulesPage)),
  store: later(() => import('./features/store/store-page.js').then((file) => file.StorePage)),
  reportPlayer: later(() => import('./features/reports/report-player-page.js').then((file) => file.ReportPlayerPage)),
  reportBug: later(() => import('./features/reports/report-bug-page.js').then((file) => file.ReportBugPage)),
  settings: later(() => import('./features/settings/settings-page.js').then((file) => file.SettingsPage)),
  notifications: later(() => import('./features/notices/notices-page.js').then((file) => file.NoticesPage)),
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
  if (isValidElement(element))
    await fetches
      .get(element.type)?.()
      .catch(() => null);
}

export function Routes() {
  return useRoutes(routes);
}
