import { guest } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { listFormerNames } from '@guildhall/domain/structure/former-names.js';
import {
  listSections,
  listSubsections,
  type Place,
  type Section,
  type Subsection,
} from '@guildhall/domain/structure/state.js';
import { isFormerName, findRowByName } from '@guildhall/domain/wire/place-names.js';
import { Router } from 'express';
import { GuestFiles } from '../http/responses/guest-files.js';
import { PublicLinks } from '../feeds/public-links.js';
import { Sitemap } from '../feeds/sitemap.js';
import { renderThreadFeed } from '../feeds/thread-feed.js';
import type { Services } from '../services.js';

const atom = 'application/atom+xml; charset=utf-8';
const xml = 'application/xml; charset=utf-8';

export function createFeedRoutes(services: Services): Router {
  const router = Router({ caseSensitive: true });
  const files = new GuestFiles(services);
  const links = new PublicLinks(services.env.publicUrl);
  mountFeeds(router, services, files, links);
  mountSitemaps(router, files, new Sitemap(services, links));
  router.get('/robots.txt', (_req, res) => {
    res.set('cache-control', 'public, max-age=3600').type('text/plain').send(renderRobots(links));
  });
  return router;
}

function mountFeeds(
  router: Router,
  services: Pick<Services, 'views' | 'policy' | 'site' | 'rows'>,
  files: GuestFiles,
  links: PublicLinks,
): void {
  const { policy, site } = services;
  router.get('/feed.atom', (req, res) =>
    files.send(req, res, atom, () => {
      const { name: title, about: description } = site.settings;
      return renderThreadFeed(services, links, policy.listVisiblePlaces(guest), {
        title,
        description,
        link: links.publicUrl,
      });
    }),
  );
  router.get('/forums/:section{/:subsection}/feed.atom', (req, res) => {
    const { section, subsection, isFormer } = findPlaceByAddress(services, req.params.section, req.params.subsection);
    const link = links.place(section.name, subsection?.name);
    if (isFormer) return res.redirect(302, `${link}/feed.atom`);
    return files.send(req, res, atom, () => {
      const { displayName, description } = subsection ?? section;
      const about = { title: `${displayName} - ${site.settings.name}`, description, link };
      return renderThreadFeed(
        services,
        links,
        findPlaces(services, section.sectionId, subsection?.subsectionId),
        about,
      );
    });
  });
}

function findPlaceByAddress(
  { policy }: Pick<Services, 'policy'>,
  sectionName: string,
  subsectionName: string | undefined,
) {
  const { structure } = policy;
  const formerNames = listFormerNames(structure);
  const buildRow = <Named extends Section | Subsection>(item: Named) => {
    const id = 'subsectionId' in item ? item.subsectionId : item.sectionId;
    return { ...item, display_name: item.displayName, former_names: formerNames.get(id) };
  };
  const section = findRowByName(listSections(structure).map(buildRow), sectionName);
  if (!section) throw new Refusal('not-found');
  const { sectionId } = section;
  const subsectionRows = listSubsections(structure, sectionId).map(buildRow);
  const subsection = subsectionName === undefined ? null : findRowByName(subsectionRows, subsectionName);
  const place = { sectionId, subsectionId: subsection?.subsectionId ?? null };
  if (subsection === undefined || !policy.mayView(guest, place)) throw new Refusal('not-found');
  const isFormer = isFormerName(section, sectionName) || (subsection && isFormerName(subsection, subsectionName ?? ''));
  return { section, subsection, isFormer };
}

function findPlaces(
  { policy }: Pick<Services, 'policy'>,
  sectionId: number,
  subsectionId: number | undefined,
): Place[] {
  const places = policy.listVisiblePlaces(guest).filter((place) => place.sectionId === sectionId);
  return subsectionId === undefined ? places : places.filter((place) => place.subsectionId === subsectionId);
}

function mountSitemaps(router: Router, files: GuestFiles, sitemap: Sitemap): void {
  router.get('/sitemap.xml', (req, res) => files.send(req, res, xml, () => sitemap.renderIndex()));
  router.get('/sitemap-places.xml', (req, res) =>
    files.send(req, res, xml, () => Promise.resolve(sitemap.renderPlaces())),
  );
  router.get('/sitemap-threads-:after.xml', async (req, res) => {
    const { after } = req.params;
    if (!/^\d{20}$/.test(after)) throw new Refusal('not-found');
    await files.send(req, res, xml, () => sitemap.renderThreads(after));
  });
  router.get('/sitemap-members-:page.xml', async (req, res) => {
    const { page } = req.params;
    if (!/^[1-9]\d{0,5}$/.test(page)) throw new Refusal('not-found');
    await files.send(req, res, xml, async () => {
      const members = await sitemap.renderMembers(Number(page));
      if (members === null) throw new Refusal('not-found');
      return members;
    });
  });
}

function renderRobots({ publicUrl }: PublicLinks): string {
  const disallowLines = ['/admin', '/api', '/auth', '/search'].map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...disallowLines, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}
