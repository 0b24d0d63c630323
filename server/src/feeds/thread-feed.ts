import type { Place } from '@guildhall/domain/structure/state.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { buildUploadAddress } from '@guildhall/domain/uploads.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findNewestThreads } from '@guildhall/projections/views/threads/queries.js';
import type { Item } from 'feed';
import { fillPage } from '../request/paging.js';
import type { Policy } from '../policy/policy.js';
import type { Views } from '../stores/views.js';
import type { Rows } from '../read-models/rows.js';
import { findFirstPicture } from '../text/pictures.js';
import { replaceHtmlSpoilers } from '../text/spoilers.js';
import type { PublicLinks } from './public-links.js';
import { escapeXml, removeIllegalCharacters } from './xml.js';

interface Dependencies {
  views: Views;
  rows: Rows;
  policy: Policy;
}

const maxEntries = 30;

interface Entry extends ThreadRow {
  solution?: PostRow;
  solvedAt?: string;
}

interface FeedDescription {
  title: string;
  description: string;
  link: string;
}

export async function renderThreadFeed(
  services: Dependencies,
  links: PublicLinks,
  places: readonly Place[],
  { title, description, link }: FeedDescription,
): Promise<string> {
  const newestThreads = await findNewestThreads(services.views.store, places, maxEntries);
  const { rows: entries } = await fillPage(newestThreads, maxEntries, (some) => buildEntries(services, some));
  const items = entries.map((entry) => buildItem(entry, links));
  // An empty feed uses its newest place's creation date.
  const creationTimes = items.length > 0 ? [] : places.flatMap((place) => services.policy.getCreationTime(place) ?? []);
  const updatedAt = new Date(Math.max(0, ...items.map(({ date }) => date.getTime()), ...creationTimes.map(Date.parse)));
  const selfLink = `${link}/feed.atom`;
  const { Feed } = await import('feed');
  const feed = new Feed({
    id: selfLink,
    title,
    description,
    link,
    updated: updatedAt,
    feedLinks: { atom: selfLink },
    generator: 'Guildhall',
  });
  for (const item of items) feed.addItem(item);
  return removeIllegalCharacters(feed.atom1());
}

async function buildEntries({ rows, views }: Dependencies, documents: readonly ThreadDocument[]): Promise<Entry[]> {
  const threads = await rows.buildThreads(documents);
  const ids = threads.flatMap(({ solution_id }) => solution_id ?? []);
  const replies = ids.length === 0 ? [] : await findPostsByIds(views.store, ids);
  const visible = await rows.buildPosts(replies.filter(({ deleted }) => !deleted));
  const solutions = new Map(visible.map((reply) => [reply.id, reply]));
  return threads.map((thread, n) => {
    const solution = solutions.get(thread.solution_id ?? 0);
    return solution ? { ...thread, solution, solvedAt: documents[n]?.solution?.at ?? '' } : thread;
  });
}

function buildItem(entry: Entry, links: PublicLinks): Item {
  const { id, title, prefix, username, content_html, created_at, edited_at, solution, solvedAt = '' } = entry;
  const link = links.buildThreadUrl(id);
  const labels = [...(prefix ? [escapeLabel(prefix.label)] : []), ...(solution ? [solvedLabel] : [])];
  const displayedHtml = replaceHtmlSpoilers(content_html + (solution ? renderSolution(solution, link) : ''));
  const picture = findFirstPicture(replaceHtmlSpoilers(content_html));
  const changes = [edited_at ?? created_at, solution?.edited_at ?? '', solvedAt].sort();
  return {
    id: link,
    link,
    // Feed readers interpret the title as HTML.
    title: escapeXml(title),
    author: [{ name: username }],
    ...(solution && { contributor: [{ name: solution.username }] }),
    ...(labels.length > 0 && { category: labels.map((label) => ({ name: label, term: label })) }),
    date: new Date(changes.at(-1) ?? created_at),
    published: new Date(created_at),
    ...(picture !== null && { image: { url: links.publicUrl + buildUploadAddress(picture), type: 'image/webp' } }),
    content: withAbsoluteLinks(displayedHtml.replaceAll(placeholderImage, ''), links, link),
  };
}

/** Removed because feed readers do not place a picture above its placeholder. */
const placeholderImage = /<img class="placeholder"[^>]*>/g;

const solvedLabel = 'Solved';

function renderSolution({ id, username, content_html }: PostRow, thread: string): string {
  const link = `<a href="${thread}#post-${id}">Solution</a>`;
  return `<hr><p>${link} by ${escapeXml(username)}:</p><blockquote>${content_html}</blockquote>`;
}

/**
 * Replaces `<`, which is not allowed in attributes and is the only special character that the feed library does not
 * escape.
 */
const escapeLabel = (label: string): string => label.replaceAll('<', '‹');

/** Makes links absolute for feed readers. Rendered HTML contains quotation marks only inside tags. */
function withAbsoluteLinks(html: string, { publicUrl }: PublicLinks, thread: string): string {
  return html
    .replaceAll(/ (href|src)="(?=\/(?!\/))/g, ` $1="${escapeXml(publicUrl)}`)
    .replaceAll(' href="#', ` href="${thread}#`);
}
