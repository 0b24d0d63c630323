import { pages, type AdminPageName, type PageName } from '@guildhall/domain/wire/pages.js';
import { forumsPage, latestPage, newThreadPage, placePage, threadPage } from './forum-pages.js';
import { homePage } from './home-page.js';
import type { RenderPage } from './page.js';
import { membersPage, profilePage, staffPage } from './people-pages.js';
import { adminPage, plainPage, rulesPage, statsPage } from './plain-pages.js';

const renderers: Readonly<Record<Exclude<PageName, AdminPageName>, RenderPage>> = {
  home: homePage,
  auth: plainPage(pages.auth.title, 'account/lazy-screens.ts'),
  logout: plainPage(pages.logout.title, 'account/lazy-screens.ts'),
  verify: plainPage(pages.verify.title, 'account/lazy-screens.ts'),
  forgotPassword: plainPage(pages.forgotPassword.title, null),
  resetPassword: plainPage(pages.resetPassword.title, null),
  appeal: plainPage(pages.appeal.title, null),
  forums: forumsPage,
  latest: latestPage,
  newThread: plainPage(pages.newThread.title, 'forum/new-thread-page.tsx'),
  thread: threadPage,
  section: placePage,
  newInSection: newThreadPage,
  subsection: placePage,
  newInSubsection: newThreadPage,
  stats: statsPage,
  members: membersPage,
  staff: staffPage,
  profile: profilePage,
  search: plainPage(pages.search.title, 'search/search-page.tsx'),
  rules: rulesPage,
  store: plainPage(pages.store.title, null),
  reportPlayer: plainPage(pages.reportPlayer.title, null, pages.reportPlayer.path),
  reportBug: plainPage(pages.reportBug.title, null, pages.reportBug.path),
  settings: plainPage(pages.settings.title, null),
  yours: plainPage(pages.yours.title, null),
  notifications: plainPage(pages.notifications.title, null),
};

/** The addresses use Express syntax. More specific ones must come first. */
export const pageTable: Readonly<Record<string, RenderPage>> = {
  ...Object.fromEntries(
    Object.entries(pages).map(([name, page]) => [
      page.path.replace(/\/(:\w+)\?/g, '{/$1}'),
      'needs' in page ? adminPage(page.needs) : renderers[name as keyof typeof renderers],
    ]),
  ),
  '/admin': adminPage('any'),
};
