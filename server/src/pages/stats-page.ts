import { modeKey, offeredModes } from '@guildhall/domain/status/game-modes.js';
import { firstReads, pages } from '@guildhall/domain/wire/pages.js';
import type { ServersResponse } from '@guildhall/domain/wire/schemas/site/servers.js';
import { emptyHtml, html } from '../text/html.js';
import type { RenderPage } from './page.js';
import { renderList } from './pieces.js';
import { notFound } from './plain-pages.js';
import { texts } from './texts.js';

const dayMs = 86_400_000;
const networkKey = 'global';

export const renderStatsPage: RenderPage = async ({ reads, site, params }) => {
  const key = modeKey(params['mode'] ?? '');
  const isNetwork = key === networkKey;
  const countedMode = site.modes.find(({ mode }) => modeKey(mode) === key)?.mode;
  if (!isNetwork && countedMode === undefined && !offeredModes.some((mode) => mode === key)) return notFound();
  const { players, servers, growth, leaders } = firstReads.stats;
  const from = new Date(Date.now() - 29 * dayMs).toISOString().slice(0, 10);
  const [{ body }] = await Promise.all([
    reads.load<ServersResponse>(servers),
    reads.prefetch(players, isNetwork ? {} : { mode: countedMode ?? key }),
    isNetwork && reads.prefetch(growth, { from }),
    isNetwork && reads.prefetch(leaders),
  ]);
  const lines = body.servers
    .filter(({ mode }) => isNetwork || (mode !== null && modeKey(mode) === key))
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
