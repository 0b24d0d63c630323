import { can, isAdmin, type Actor, type SiteAction } from '@guildhall/domain/permissions.js';
import { toModeKey, offeredModes } from '@guildhall/domain/status/game-modes.js';
import { firstReads, pages } from '@guildhall/domain/wire/pages.js';
import type { ServersResponse } from '@guildhall/domain/wire/schemas/site/servers.js';
import type { RulesResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { html, emptyHtml } from '../text/html.js';
import type { RenderPage, Page } from './page.js';
import { renderList, renderProse } from './pieces.js';
import { texts } from './texts.js';

const dayMs = 86_400_000;
const networkKey = 'global';

export const renderRulesPage: RenderPage = async ({ reads }): Promise<Page> => {
  const { body } = await reads.load<RulesResponse>(firstReads.rules.rules);
  return {
    title: pages.rules.title,
    description: pages.rules.title,
    canonical: pages.rules.path,
    screen: 'site/site-pages.tsx',
    content: html`<h1>${pages.rules.title}</h1>
      ${renderProse(body.content_html)}`,
  };
};

/** Renders a page that has no content until its script runs. */
export const createPlainPage =
  (title: string, screen: string | null, canonical: string | null = null): RenderPage =>
  ({ site }): Page => ({
    title,
    description: site.about || texts.welcome,
    canonical,
    screen,
    content: html`<h1>${title}</h1>`,
  });

export const renderStatsPage: RenderPage = async ({ reads, site, params }) => {
  const key = toModeKey(params['mode'] ?? '');
  const isNetwork = key === networkKey;
  const countedMode = site.modes.find(({ mode }) => toModeKey(mode) === key)?.mode;
  if (!isNetwork && countedMode === undefined && !offeredModes.some((mode) => mode === key))
    return createNotFoundPage();
  const { players, servers, growth, leaders } = firstReads.stats;
  const from = new Date(Date.now() - 29 * dayMs).toISOString().slice(0, 10);
  const [{ body }] = await Promise.all([
    reads.load<ServersResponse>(servers),
    reads.prefetch(players, isNetwork ? {} : { mode: countedMode ?? key }),
    isNetwork && reads.prefetch(growth, { from }),
    isNetwork && reads.prefetch(leaders),
  ]);
  const lines = body.servers
    .filter(({ mode }) => isNetwork || (mode !== null && toModeKey(mode) === key))
    .map(({ name, state }) => html`<li>${name}: ${texts.serverStates[state]}</li>`);
  return {
    title: pages.stats.title,
    description: site.about || texts.welcome,
    canonical: null,
    screen: 'stats/stats-page.tsx',
    content: html`<h1>${pages.stats.title}</h1>
      ${lines.length === 0 ? emptyHtml : renderList(lines)}`,
  };
};

export const emptyPage: Page = {
  status: 503,
  title: null,
  description: texts.welcome,
  content: emptyHtml,
};

/** The redirect is temporary because another member or place may take over the name. */
export const redirectTo = (address: string): Page => ({ ...emptyPage, status: 302, movedTo: address });

/** Used for missing and forbidden pages alike so that they are indistinguishable. */
export function createNotFoundPage(title: string = texts.notFound): Page {
  return {
    status: 404,
    title,
    description: texts.notFoundBody,
    content: html`<h1>${title}</h1>
      <p>${texts.notFoundBody}</p>
      <p><a href="/">${texts.toHome}</a></p>`,
  };
}

/** Responds with "not found" to callers without the right. The script renders the content. */
export const createAdminPage =
  (need: SiteAction | 'any'): RenderPage =>
  (context) =>
    canSeeAdminPage(context.actor, need)
      ? createPlainPage('Admin', 'admin/admin-area.tsx')(context)
      : createNotFoundPage();

function canSeeAdminPage(actor: Actor, need: SiteAction | 'any'): boolean {
  const maySeeAdmin = actor.userId !== null && (isAdmin(actor) || actor.keys.has('access_admin_panel'));
  return maySeeAdmin && (need === 'any' || can(actor, need));
}
