import { pages, type AdminPageName, type PageName } from '@guildhall/domain/wire/pages.js';
import {
  renderForumsPage,
  renderLatestPage,
  renderNewThreadPage,
  renderPlacePage,
  renderThreadPage,
} from './forum-pages.js';
import { renderHomePage } from './home-page.js';
import type { RenderPage } from './page.js';
import { membersPage, renderProfilePage, staffPage } from './people-pages.js';
import { createAdminPage, createPlainPage, renderRulesPage, renderStatsPage } from './plain-pages.js';

const renderers: Readonly<Record<Exclude<PageName, AdminPageName>, RenderPage>> = {
  home: renderHomePage,
  auth: createPlainPage(pages.auth.title, 'account/lazy-screens.ts'),
  logout: createPlainPage(pages.logout.title, 'account/lazy-screens.ts'),
  verify: createPlainPage(pages.verify.title, 'account/lazy-screens.ts'),
  forgotPassword: createPlainPage(pages.forgotPassword.title, null),
  resetPassword: createPlainPage(pages.resetPassword.title, null),
  appeal: createPlainPage(pages.appeal.title, null),
  forums: renderForumsPage,
  latest: renderLatestPage,
  newThread: createPlainPage(pages.newThread.title, 'forum/new-thread-page.tsx'),
  thread: renderThreadPage,
  section: renderPlacePage,
  newInSection: renderNewThreadPage,
  subsection: renderPlacePage,
  newInSubsection: renderNewThreadPage,
  stats: renderStatsPage,
  members: membersPage,
  staff: staffPage,
  profile: renderProfilePage,
  search: createPlainPage(pages.search.title, 'search/search-page.tsx'),
  rules: renderRulesPage,
  store: createPlainPage(pages.store.title, null),
  reportPlayer: createPlainPage(pages.reportPlayer.title, null, pages.reportPlayer.path),
  reportBug: createPlainPage(pages.reportBug.title, null, pages.reportBug.path),
  settings: createPlainPage(pages.settings.title, null),
  yours: createPlainPage(pages.yours.title, null),
  notifications: createPlainPage(pages.notifications.title, null),
};

/** The addresses use Express syntax. More specific ones must come first. */
export const pageTable: Readonly<Record<string, RenderPage>> = {
  ...Object.fromEntries(
    Object.entries(pages).map(([name, page]) => [
      page.path.replace(/\/(:\w+)\?/g, '{/$1}'),
      'needs' in page ? createAdminPage(page.needs) : renderers[name as keyof typeof renderers],
    ]),
  ),
  '/admin': createAdminPage('any'),
};
