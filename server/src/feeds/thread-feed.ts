import type { Place } from '@guildhall/domain/structure/state.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { newestIn } from '@guildhall/projections/views/threads/queries.js';
import type { Item } from 'feed';
import { fillPage } from '../request/paging.js';
import type { Policy } from '../policy/policy.js';
import type { Views } from '../stores/views.js';
import type { Rows } from '../read-models/rows.js';
import type { PublicLinks } from './public-links.js';
import { escapeXml, withoutIllegal } from './xml.js';

interface Dependencies {
  views: Views;
  rows: Rows;
  policy: Policy;
}

const maxEntries = 30;

interface About {
  title: string;
  description: string;
  link: string;
}

export async function threadFeed(
  services: Dependencies,
  links: PublicLinks,
  places: readonly Place[],
  { title, description, link }: About,
): Promise<string> {
  const newest = await newestIn(services.views.store, places, maxEntries);
  const { rows: threads } = await fillPage(newest, maxEntries, (some) => services.rows.threads(some));
  const items = threads.map((thread) => itemOf(thread, links));
  // An empty feed uses the creation date of its newest place.
  const created = items.length > 0 ? [] : places.flatMap((place) => services.policy.createdAt(place) ?? []);
  const updated = new Date(Math.max(0, ...items.map(({ date }) => date.getTime()), ...created.map(Date.parse)));
  const self = `${link}/feed.atom`;
  const { Feed } = await import('feed');
  const feed = new Feed({
    id: self,
    title,
    description,
    link,
    updated,
    feedLinks: { atom: self },
    generator: 'Guildhall',
  });
  for (const item of items) feed.addItem(item);
  return withoutIllegal(feed.atom1());
}

function itemOf(thread: ThreadRow, links: PublicLinks): Item {
  const { id, title, prefix, username, content_html, created_at, edited_at } = thread;
  const link = links.thread(id);
  return {
    id: link,
    link,
    title: escapeXml(title), // Feed readers interpret the title as HTML.
    author: [{ name: username }],
    ...(prefix && { category: [{ name: wordOf(prefix.label), term: wordOf(prefix.label) }] }),
    date: new Date(edited_at ?? created_at),
    published: new Date(created_at),
    content: absolute(content_html, links, link),
  };
}

/** The feed library escapes all other special characters in attributes, where `<` is not allowed. */
const wordOf = (label: string): string => label.replaceAll('<', '‹');

/** Makes links absolute for feed readers. Rendered HTML contains quotation marks only inside tags. */
function absolute(html: string, { publicUrl }: PublicLinks, thread: string): string {
  return html
    .replaceAll(/ href="(?=\/(?!\/))/g, ` href="${escapeXml(publicUrl)}`)
    .replaceAll(' href="#', ` href="${thread}#`);
}
