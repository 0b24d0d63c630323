import type { ThreadSummary } from '@guildhall/domain/wire/schemas/threads.js';
import { html } from '../text/html.js';
import { askNews, threadLines } from './forum-pages.js';
import type { MakePage, Page } from './page.js';
import { memberLines, type Ranked } from './people-pages.js';
import { placeLines } from './pieces.js';
import { texts } from './texts.js';

const hour = 3_600_000; // ms

export const homePage: MakePage = async (ground): Promise<Page> => {
  const { reads, site, sections } = ground;
  const from = new Date((Math.floor(Date.now() / hour) - 23) * hour).toISOString();
  const [recent, writers] = await Promise.all([
    reads.ask<ThreadSummary[]>('/forums/recent', {}, { limit: '5' }),
    reads.ask<Ranked[]>('/forums/member-stats', {}, { limit: '5' }),
  ]);
  await Promise.all([reads.askAlso('/stats/players', {}, { step: '1h', from }), askNews(ground, [])]);
  return {
    status: 200,
    title: null,
    description: site.about || texts.welcome,
    canonical: '/',
    kind: 'website',
    picture: null,
    feed: '/feed.atom',
    screen: 'home/home-page',
    content: html`<h1 class="first-hero">${texts.heroFirst}<br />${texts.heroSecond}</h1>
      <p>${texts.welcome}</p>
      <h2>${texts.forums}</h2>
      ${placeLines(sections)}
      <h2>${texts.recent}</h2>
      ${threadLines(recent.body)}
      <h2>${texts.writers}</h2>
      ${memberLines(writers.body)}`,
  };
};
