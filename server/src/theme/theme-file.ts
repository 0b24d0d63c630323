import { schemeCookie, parseScheme } from '@guildhall/domain/theme/schemes.js';
import { parse as parseCookies } from 'cookie';
import { Router } from 'express';
import type { EventLog } from '@guildhall/event-store/port.js';
import { listRoles } from '@guildhall/domain/staff/state.js';
import type { Policy } from '../policy/policy.js';
import type { SiteState } from '../policy/site-state.js';
import type { OwnedFiles } from '../files/owned-files.js';
import { LogoSampler } from './logo-samples.js';
import { renderSheet } from './theme-sheet.js';

interface Dependencies {
  log: EventLog;
  site: SiteState;
  policy: Policy;
  files: OwnedFiles;
}

/** Serves the page colours as a style sheet so that they apply before anything is rendered. */
export function serveThemeFile({ site, policy, log, files }: Dependencies): Router {
  const sampler = new LogoSampler(files);
  const router = Router({ caseSensitive: true });
  router.get('/theme.css', async (req, res) => {
    if (isNewer(req.query.at, site, policy))
      await Promise.all([site.load(log), policy.load(log)]).catch(() => undefined);
    const scheme = parseScheme(parseCookies(req.headers.cookie ?? '')[schemeCookie]);
    const logos = await sampler.readSamples(site.theme);
    res
      .set({ 'cache-control': 'private, no-cache', vary: 'Cookie' })
      .type('text/css')
      .send(renderSheet(site, listRolesWithColour(policy), logos, scheme));
  });
  return router;
}

const isNewer = (at: unknown, site: SiteState, policy: Policy): boolean =>
  typeof at === 'string' && /^\d{20}$/.test(at) && at > site.position && at > policy.position;

const listRolesWithColour = ({ staff }: Policy) => listRoles(staff).filter(({ color }) => color !== undefined);
