import { generatePath, type PathParam } from 'react-router-dom';

/**
 * Every address of the product; links are made with `linkTo`. `routes.tsx` gives each its screen, but for those of the
 * admin area: `features/admin/admin-area.tsx`.
 */
export const paths = {
  home: '/',
  auth: '/auth',
  logout: '/logout',
  verify: '/verify',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  appeal: '/appeal',
  forums: '/forums',
  thread: '/forums/thread/:id',
  section: '/forums/:section',
  newInSection: '/forums/:section/new',
  subsection: '/forums/:section/:subsection',
  newInSubsection: '/forums/:section/:subsection/new',
  stats: '/stats/:mode',
  members: '/members',
  staff: '/staff',
  profile: '/profile/:username',
  search: '/search',
  rules: '/rules',
  store: '/store',
  reportPlayer: '/report-a-player',
  reportBug: '/report-a-bug',
  settings: '/settings/:part?',
  notifications: '/notifications',
  adminDashboard: '/admin/dashboard',
  adminUsers: '/admin/user-management',
  adminUser: '/admin/users/:id',
  adminBan: '/admin/ban/:id',
  adminDelete: '/admin/delete/:id',
  adminRole: '/admin/role/:id',
  adminRoles: '/admin/role-editor',
  adminTheme: '/admin/theme-editor',
  adminForums: '/admin/forums-manager',
  adminAudit: '/admin/audit',
  adminReports: '/admin/reports',
  adminProjections: '/admin/projections',
  adminMails: '/admin/mails',
  adminSettings: '/admin/settings',
  adminFirstRun: '/admin/first-run',
} as const;

export type PathName = keyof typeof paths;
export type AdminPathName = Extract<PathName, `admin${string}`>;

type Params<Name extends PathName> = { [key in PathParam<(typeof paths)[Name]>]: string };

/** The address of a screen: `linkTo('thread', { id: '7' })`. */
export function linkTo<Name extends PathName>(
  name: Name,
  ...params: keyof Params<Name> extends never ? [] : [Params<Name>]
): string {
  return generatePath<string>(paths[name], params[0] ?? {});
}

interface NamedPlace {
  section: { name: string };
  subsection: { name: string } | null;
}

/** The page of a section or subsection. */
export function linkToPlace({ section, subsection }: NamedPlace): string {
  return subsection
    ? linkTo('subsection', { section: section.name, subsection: subsection.name })
    : linkTo('section', { section: section.name });
}

/** The form for a new thread in a section or subsection. */
export function linkToNewThread({ section, subsection }: NamedPlace): string {
  return subsection
    ? linkTo('newInSubsection', { section: section.name, subsection: subsection.name })
    : linkTo('newInSection', { section: section.name });
}

/** What a search for these words found. */
export function linkToSearch(words: string): string {
  return `${linkTo('search')}?q=${encodeURIComponent(words)}`;
}

/** A reply within its thread. */
export function linkToPost(threadId: number, id: number): string {
  return `${linkToThread(threadId)}#post-${id}`;
}

export function linkToThread(id: number): string {
  return linkTo('thread', { id: String(id) });
}
