import { forumsPage, newThreadPage, placePage, threadPage } from './forum-pages.js';
import { homePage } from './home-page.js';
import type { MakePage } from './page.js';
import { membersPage, profilePage, staffPage } from './people-pages.js';
import { adminPage, plainPage, rulesPage, statsPage } from './plain-pages.js';

/** Every address of the pages, in Express's form, the narrower before the wider: those of `web/src/shared/paths.ts`. */
export const pageTable: Readonly<Record<string, MakePage>> = {
  '/': homePage,
  '/auth': plainPage('Login/Register', 'auth/auth-page'),
  '/logout': plainPage('Logout', 'auth/logout-page'),
  '/verify': plainPage('E-mail verification', 'auth/verify-page'),
  '/forgot-password': plainPage('Forgot password', null),
  '/reset-password': plainPage('New password', null),
  '/appeal': plainPage('Appeal', null),
  '/forums': forumsPage,
  '/forums/thread/:id': threadPage,
  '/forums/:section': placePage,
  '/forums/:section/new': newThreadPage,
  '/forums/:section/:subsection': placePage,
  '/forums/:section/:subsection/new': newThreadPage,
  '/stats/:mode': statsPage,
  '/members': membersPage,
  '/staff': staffPage,
  '/profile/:username': profilePage,
  '/search': plainPage('Search', 'search/search-page'),
  '/rules': rulesPage,
  '/store': plainPage('Store', null),
  '/report-a-player': plainPage('Report a player', null, '/report-a-player'),
  '/report-a-bug': plainPage('Report a bug', null, '/report-a-bug'),
  '/settings{/:part}': plainPage('Settings', null),
  '/notifications': plainPage('Notifications', null),
  '/admin/dashboard': adminPage('any'),
  '/admin/user-management': adminPage('view-users'),
  '/admin/users/:id': adminPage('view-users'),
  '/admin/ban/:id': adminPage('ban'),
  '/admin/delete/:id': adminPage('erase'),
  '/admin/role/:id': adminPage('manage-roles'),
  '/admin/role-editor': adminPage('manage-roles'),
  '/admin/forums-manager': adminPage('manage-structure'),
  '/admin/theme-editor': adminPage('edit-theme'),
  '/admin/reports': adminPage('handle-reports'),
  '/admin/audit': adminPage('view-audit'),
  '/admin/settings': adminPage('manage-settings'),
  '/admin/first-run': adminPage('manage-settings'),
  '/admin/mails': adminPage('view-mails'),
  '/admin/projections': adminPage('manage-projections'),
};
