import { guest } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { sectionsOf, subsectionsOf, type Place } from '@guildhall/domain/structure/state.js';
import { Router } from 'express';
import { GuestFiles } from '../feeds/guest-files.js';
import { PublicLinks } from '../feeds/public-links.js';
import { Sitemap } from '../feeds/sitemap.js';
import { threadFeed } from '../feeds/thread-feed.js';
import type { Services } from '../services.js';

const atom = 'application/atom+xml; charset=utf-8';
const xml = 'application/xml; charset=utf-8';

/** Feeds, sitemap and robots.txt: files at the root, as a guest sees the site, for every caller. */
export function feedFiles(services: Services): Router {
  const router = Router({ caseSensitive: true });
  const files = new GuestFiles(services);
  const links = new PublicLinks(services.env.publicUrl);
  feeds(router, services, files, links);
  sitemaps(router, files, new Sitemap(services, links));
  router.get('/robots.txt', (_req, res) => {
    res.set('cache-control', 'public, max-age=3600').type('text/plain').send(robots(links));
  });
  return router;
}

function feeds(
  router: Router,
  services: Pick<Services, 'views' | 'policy' | 'site' | 'rows'>,
  files: GuestFiles,
  links: PublicLinks,
): void {
  const { policy, site } = services;
  router.get('/feed.atom', (req, res) =>
    files.send(req, res, atom, () => {
      const { name: title, about: description } = site.settings;
      return threadFeed(services, links, policy.visiblePlaces(guest), { title, description, link: links.publicUrl });
    }),
  );
  router.get('/forums/:section{/:subsection}/feed.atom', (req, res) =>
    files.send(req, res, atom, () => {
      const { section, subsection } = placeNamed(services, req.params.section, req.params.subsection);
      const { displayName, description } = subsection ?? section;
      const about = { title: `${displayName} - ${site.settings.name}`, description };
      const link = links.place(section.name, subsection?.name);
      return threadFeed(services, links, placesIn(services, section.sectionId, subsection?.subsectionId), {
        ...about,
        link,
      });
    }),
  );
}

/**
 * By name or display name in any case, as the pages find them. @throws Refusal not-found, also where guests may not
 * view it
 */
function placeNamed({ policy }: Pick<Services, 'policy'>, section: string, subsection: string | undefined) {
  const found = sectionsOf(policy.structure).find(isNamed(section));
  if (!found) throw new Refusal('not-found');
  const { sectionId } = found;
  const inside = subsection === undefined ? null : subsectionsOf(policy.structure, sectionId).find(isNamed(subsection));
  if (inside === undefined) throw new Refusal('not-found');
  const place = { sectionId, subsectionId: inside?.subsectionId ?? null };
  if (!policy.mayView(guest, place)) throw new Refusal('not-found');
  return { section: found, subsection: inside };
}

const isNamed = (wanted: string) => {
  const fold = wanted.toLowerCase();
  return (it: { name: string; displayName: string }) =>
    it.name.toLowerCase() === fold || it.displayName.toLowerCase() === fold;
};

/** A section's feed includes its subsections, as far as guests see them. */
function placesIn({ policy }: Pick<Services, 'policy'>, sectionId: number, subsectionId: number | undefined): Place[] {
  const places = policy.visiblePlaces(guest).filter((place) => place.sectionId === sectionId);
  return subsectionId === undefined ? places : places.filter((place) => place.subsectionId === subsectionId);
}

function sitemaps(router: Router, files: GuestFiles, sitemap: Sitemap): void {
  router.get('/sitemap.xml', (req, res) => files.send(req, res, xml, () => sitemap.index()));
  router.get('/sitemap-places.xml', (req, res) => files.send(req, res, xml, () => Promise.resolve(sitemap.places())));
  router.get('/sitemap-threads-:after.xml', async (req, res) => {
    const { after } = req.params;
    if (!/^\d{20}$/.test(after)) throw new Refusal('not-found');
    await files.send(req, res, xml, () => sitemap.threads(after));
  });
  router.get('/sitemap-members-:page.xml', async (req, res) => {
    const { page } = req.params;
    if (!/^[1-9]\d{0,5}$/.test(page)) throw new Refusal('not-found');
    await files.send(req, res, xml, async () => {
      const found = await sitemap.members(Number(page));
      if (found === null) throw new Refusal('not-found');
      return found;
    });
  });
}

function robots({ publicUrl }: PublicLinks): string {
  const closed = ['/admin', '/api', '/auth', '/search'].map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...closed, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}
