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
  as?: Me | null;
  at?: string;
  path?: string;
  state?: unknown;
  sections?: SectionRow[];
}

export async function show(
  element: ReactElement,
  { as = null, at = '/', path = '*', state = null, sections }: ShowOptions = {},
): Promise<UserEvent> {
  history.replaceState({ state, key: 'start' }, '', at);
  server.respondWith('GET /me', { user: as });
  // Pages without content offer the latest threads.
  if (!server.hasResponse('GET /forums/recent')) server.respondWith('GET /forums/recent', []);
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

function Screen({ path, children }: { path: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const params = path === '*' ? {} : matchPath(path, pathname);
  return params && <RouteParams value={params}>{children}</RouteParams>;
}
