import type { SiteAction } from '../permissions.js';
import { firstPage } from './list-sizes.js';

interface PageDefinition {
  path: `/${string}`;
  title?: string;
  needs?: SiteAction | 'any';
}

export const pages = {
  home: { path: '/' },
  auth: { path: '/auth', title: 'Login/Register' },
  logout: { path: '/logout', title: 'Logout' },
  verify: { path: '/verify', title: 'Email verification' },
  forgotPassword: { path: '/forgot-password', title: 'Forgot your password?' },
  resetPassword: { path: '/reset-password', title: 'Set a new password' },
  appeal: { path: '/appeal', title: 'Appeal this ban' },
  forums: { path: '/forums', title: 'Forums' },
  latest: { path: '/latest', title: 'Latest threads' },
  newThread: { path: '/new-thread', title: 'New thread' },
  thread: { path: '/forums/thread/:id' },
  section: { path: '/forums/:section' },
  newInSection: { path: '/forums/:section/new', title: 'New thread' },
  subsection: { path: '/forums/:section/:subsection' },
  newInSubsection: { path: '/forums/:section/:subsection/new', title: 'New thread' },
  stats: { path: '/stats/:mode', title: 'Stats' },
  members: { path: '/members', title: 'All Members' },
  staff: { path: '/staff', title: 'Staff Members' },
  profile: { path: '/profile/:username' },
  search: { path: '/search', title: 'Search' },
  rules: { path: '/rules', title: 'Server Rules' },
  store: { path: '/store', title: 'Server Store' },
  reportPlayer: { path: '/report-a-player', title: 'Report a player' },
  reportBug: { path: '/report-a-bug', title: 'Report a bug' },
  settings: { path: '/settings/:part?', title: 'Settings' },
  yours: { path: '/yours/:part?', title: 'Yours' },
  notifications: { path: '/notifications', title: 'Notifications' },
  adminDashboard: { path: '/admin/dashboard', needs: 'any' },
  adminUsers: { path: '/admin/user-management', needs: 'view-users' },
  adminUser: { path: '/admin/users/:id', needs: 'view-users' },
  adminBan: { path: '/admin/ban/:id', needs: 'ban' },
  adminDelete: { path: '/admin/delete/:id', needs: 'erase' },
  adminRole: { path: '/admin/role/:id', needs: 'manage-roles' },
  adminPlayers: { path: '/admin/players', needs: 'ban' },
  adminRoles: { path: '/admin/role-editor', needs: 'manage-roles' },
  adminForums: { path: '/admin/forums-manager', needs: 'manage-structure' },
  adminTheme: { path: '/admin/theme-editor', needs: 'edit-theme' },
  adminReports: { path: '/admin/reports', needs: 'handle-reports' },
  adminAudit: { path: '/admin/audit', needs: 'view-audit' },
  adminSettings: { path: '/admin/settings', needs: 'manage-settings' },
  adminFirstRun: { path: '/admin/first-run', needs: 'manage-settings' },
  adminKeys: { path: '/admin/keys', needs: 'manage-keys' },
  adminGameServers: { path: '/admin/game-servers', needs: 'manage-game-servers' },
  adminGameServer: { path: '/admin/game-servers/:id', needs: 'manage-game-servers' },
  adminMails: { path: '/admin/mails', needs: 'view-mails' },
  adminUploads: { path: '/admin/uploads', needs: 'manage-uploads' },
  adminProjections: { path: '/admin/projections', needs: 'manage-projections' },
} as const satisfies Record<string, PageDefinition>;

export type PageName = keyof typeof pages;
export type AdminPageName = Extract<PageName, `admin${string}`>;

/**
 * A page's HTML includes the responses to these calls, whose paths are relative to `/api`. `:name` is a placeholder. A
 * query parameter without a value is omitted.
 */
export const firstReads = {
  everyPage: { me: '/me', site: '/site', sections: '/forums/sections' },
  home: {
    recent: `/forums/recent?limit=${firstPage.recentThreads}`,
    writers: `/forums/member-stats?limit=${firstPage.topMembers}`,
    players: '/stats/players?step=1h&from=:from',
    online: '/presence',
  },
  unread: { places: '/forums/read/places', threads: '/forums/read?threads=:threads' },
  place: {
    threads: `/forums/threads?section_id=:section_id&subsection_id=:subsection_id&limit=${firstPage.threads}`,
  },
  latest: {
    threads: `/forums/recent?limit=${firstPage.latestThreads}`,
    own: `/forums/recent/own?list=:list&limit=${firstPage.latestThreads}`,
  },
  thread: {
    thread: '/forums/threads/:id',
    posts: `/forums/posts/:id?limit=${firstPage.posts}`,
    lastPosts: `/forums/posts/:id?last=${firstPage.posts}`,
    acts: `/forums/threads/:id/acts?limit=${firstPage.threadActions}`,
  },
  ownOfThread: {
    deleted: `/forums/threads/:id/deleted?limit=${firstPage.threadActions}`,
    reactions: '/forums/reactions/:id',
    watch: '/forums/watches/:id',
  },
  members: { ranking: `/forums/member-stats?limit=${firstPage.members}` },
  staff: { ranking: `/forums/staff-stats?limit=${firstPage.members}` },
  profile: { profile: `/profile/:username?limit=${firstPage.wallPosts}` },
  rules: { rules: '/site/rules' },
  stats: {
    players: '/stats/players?step=5m&mode=:mode',
    servers: '/stats/servers',
    growth: '/stats/growth?from=:from',
    leaders: `/forums/member-stats?limit=${firstPage.leaders}`,
  },
} as const;
