import { firstReads, pages } from '@guildhall/domain/wire/pages.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { html } from '../text/html.js';
import { omitUpdates, renderThreadLines } from './forum-pages.js';
import type { RenderPage, Page } from './page.js';
import { renderMemberLines, type RankedMemberRow } from './people-pages.js';
import { renderPlaceLines } from './pieces.js';
import { texts } from './texts.js';

const hourMs = 3_600_000;

export const renderHomePage: RenderPage = async (context): Promise<Page> => {
  const { reads, site, sections, actor } = context;
  const from = new Date((Math.floor(Date.now() / hourMs) - 23) * hourMs).toISOString();
  const [recent, writers] = await Promise.all([
    reads.load<ThreadSummary[]>(firstReads.home.recent),
    reads.load<RankedMemberRow[]>(firstReads.home.writers),
  ]);
  if (site.players.counted) await reads.prefetch(firstReads.home.players, { from });
  omitUpdates(context, recent.body);
  if (actor.userId !== null) reads.leave(firstReads.home.online);
  const forums = html`<h2>${pages.forums.title}</h2>
    ${renderPlaceLines(sections)}`;
  const threads = renderThreadLines(recent.body);
  const members = html`<h2>${texts.writers}</h2>
    ${renderMemberLines(writers.body)}`;
  return {
    title: null,
    description: site.about || site.front_text,
    canonical: pages.home.path,
    feed: '/feed.atom',
    screen: 'forum/home/home-page.tsx',
    content:
      actor.userId === null
        ? html`<h1 class="first-hero" dir="auto">${site.front_title || site.name}</h1>
            <p dir="auto">${site.front_text}</p>
            ${forums}
            <h2>${texts.recent}</h2>
            ${threads} ${members}`
        : html`<h1>${texts.greeting}</h1>
            <h2>${texts.whatIsNew}</h2>
            ${threads} ${forums} ${members}`,
  };
};
