import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { matchPath } from '../shared/paths.js';
import { Router, RouteParams, useLocation } from '../shared/router.js';
import { loadSections } from '../shared/state/sections.js';
import { loadSession } from '../shared/state/session.js';
import { Toasts } from '../ui/toast/toasts.js';
import { server } from './server.js';

interface ShowOptions {
  /** Who is logged in; null for a guest. */
  as?: Me | null;
  /** The address in the browser. */
  at?: string;
  /** Of `paths`, for a screen that reads its address. */
  path?: string;
  /** Of the step in the history. */
  state?: unknown;
  /** The structure, where the page has it before it is shown. */
  sections?: SectionRow[];
}

/**
 * Shows a component on a page of the site, with the real session, stores and router.
 * @returns the user of the page
 */
export async function show(
  element: ReactElement,
  { as = null, at = '/', path = '*', state = null, sections }: ShowOptions = {},
): Promise<UserEvent> {
  history.replaceState({ state, key: 'start' }, '', at);
  server.respondWith('GET /me', { user: as });
  await loadSession();
  if (sections) {
    server.respondWith('GET /forums/sections', sections);
    await loadSections();
  }
  render(
    <Router>
      <Screen path={path}>{element}</Screen>
      <Toasts />
    </Router>,
  );
  return userEvent.setup({ delay: null, pointerEventsCheck: 0 });
}

/** Shows its content at the addresses of a path. */
function Screen({ path, children }: { path: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const params = path === '*' ? {} : matchPath(path, pathname);
  return params && <RouteParams value={params}>{children}</RouteParams>;
}
