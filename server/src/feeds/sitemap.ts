import { guest } from '@guildhall/domain/permissions.js';
import { getPlace } from '@guildhall/domain/structure/state.js';
import { beginning, type Position } from '@guildhall/event-store/port.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { findThreadsCreatedAfter } from '@guildhall/projections/views/threads/queries.js';
import type { Views } from '../stores/views.js';
import type { MemberRanking } from '../read-models/members/member-ranking.js';
import type { Policy } from '../policy/policy.js';
import type { PublicLinks } from './public-links.js';
import { escapeXml, removeIllegalCharacters } from './xml.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  ranking: MemberRanking;
}

const threadsPerPage = 1_000;
const membersPerPage = 5_000;
const head = '<?xml version="1.0" encoding="utf-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

interface SitemapEntry {
  link: string;
  changedAt?: string;
}

export class Sitemap {
  private readonly threadPages = new ThreadPages();

  constructor(
    private readonly services: Dependencies,
    private readonly links: PublicLinks,
  ) {}

  async renderIndex(): Promise<string> {
    const pageStarts = await this.threadPages.findPageStarts(this.services.views.store);
    const members = await this.services.ranking.listMembers();
    const memberPages = Array.from({ length: Math.ceil(members.length / membersPerPage) }, (_, i) => i + 1);
    const names = [
      'places',
      ...pageStarts.map((start) => `threads-${start}`),
      ...memberPages.map((n) => `members-${n}`),
    ];
    const rows = names.map(
      (name) => `<sitemap>${renderLocation(`${this.links.publicUrl}/sitemap-${name}.xml`)}</sitemap>`,
    );
    return `${head}<sitemapindex ${namespace}>\n${rows.join('\n')}\n</sitemapindex>\n`;
  }

  renderPlaces(): string {
    const { policy } = this.services;
    const places = policy.listVisiblePlaces(guest).flatMap((place) => {
      const foundPlace = getPlace(policy.structure, place);
      return foundPlace ? this.links.place(foundPlace.section.name, foundPlace.subsection?.name) : [];
    });
    const fixedPages = ['/', '/latest', '/members', '/staff'].map((path) => this.links.publicUrl + path);
    return renderUrlSet([...fixedPages, ...places].map((link) => ({ link })));
  }

  async renderThreads(after: Position): Promise<string> {
    const { policy, views } = this.services;
    const foundThreads = await findThreadsCreatedAfter(views.store, after, threadsPerPage);
    const visibleThreads = foundThreads.filter((thread) => !thread.deleted && policy.mayView(guest, thread));
    return renderUrlSet(
      visibleThreads.map(({ id, lastPostAt }) => ({ link: this.links.buildThreadUrl(id), changedAt: lastPostAt })),
    );
  }

  async renderMembers(page: number): Promise<string | null> {
    const members = [...(await this.services.ranking.listMembers())].sort((a, b) => a.id - b.id);
    const pageMembers = members.slice((page - 1) * membersPerPage, page * membersPerPage);
    if (pageMembers.length === 0) return null;
    return renderUrlSet(pageMembers.map(({ username }) => ({ link: this.links.buildProfileUrl(username) })));
  }
}

/** Divides threads into pages by creation order, including hidden ones, so that only the last page grows. */
class ThreadPages {
  private generation = -1;
  private knownPositions: Position[] = [beginning];

  async findPageStarts(store: ViewStore): Promise<Position[]> {
    if (store.generation !== this.generation) this.knownPositions = [beginning];
    this.generation = store.generation;
    const { knownPositions } = this;
    for (;;) {
      const page = await findThreadsCreatedAfter(store, knownPositions.at(-1) ?? beginning, threadsPerPage);
      const last = page.at(-1);
      if (!last) return knownPositions.slice(0, -1);
      if (page.length < threadsPerPage) return [...knownPositions];
      if (knownPositions.at(-1) !== last.createdOrder) knownPositions.push(last.createdOrder);
    }
  }
}

function renderUrlSet(entries: readonly SitemapEntry[]): string {
  const rows = entries.map(({ link, changedAt }) => {
    const lastmod = changedAt === undefined ? '' : `<lastmod>${escapeXml(changedAt)}</lastmod>`;
    return `<url>${renderLocation(link)}${lastmod}</url>`;
  });
  return removeIllegalCharacters(`${head}<urlset ${namespace}>\n${rows.join('\n')}\n</urlset>\n`);
}

const renderLocation = (link: string): string => `<loc>${escapeXml(link)}</loc>`;
