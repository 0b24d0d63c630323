import { toHex } from '@guildhall/domain/theme/colour.js';
import { getIconAddress, parseLogoHash, markAddress } from '@guildhall/domain/theme/site-icons.js';
import { Router } from 'express';
import type { SiteState } from '../policy/site-state.js';
import { manifestSizes, maskableMarkAddress } from './icon-files.js';
import { computeDisplayedColours } from './theme-sheet.js';

/** Launchers cut off longer names. */
const maxShortLength = 12;

/** Serves the web app manifest, which browsers need to install the site as an app. */
export function serveManifestFile({ site }: { site: SiteState }): Router {
  const router = Router({ caseSensitive: true });
  router.get('/manifest.webmanifest', (_req, res) => {
    res
      .set({ 'cache-control': 'no-cache' })
      .type('application/manifest+json')
      .send(JSON.stringify(buildManifest(site)));
  });
  return router;
}

function buildManifest(site: Pick<SiteState, 'settings' | 'theme'>) {
  const { name } = site.settings;
  const colours = computeDisplayedColours(site);
  return {
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    name,
    short_name: shortenName(name),
    background_color: toHex(colours['--color-bg'] ?? ''),
    theme_color: toHex(colours['--color-header'] ?? ''),
    icons: listIcons(site.theme),
  };
}

function shortenName(name: string): string {
  const [firstWord = name] = name.trim().split(/\s+/u);
  return [...name].length <= maxShortLength ? name : [...firstWord].slice(0, maxShortLength).join('');
}

/** Without a logo, the icons are SVG because the server may have no font for the letter. */
function listIcons({ logo, lightLogo }: SiteState['theme']): object[] {
  const hash = parseLogoHash(logo) ?? parseLogoHash(lightLogo);
  if (hash === null) {
    const describeSvg = (src: string, purpose: string) => ({ src, type: 'image/svg+xml', sizes: 'any', purpose });
    return [describeSvg(markAddress, 'any'), describeSvg(maskableMarkAddress, 'maskable')];
  }
  const describePng = (size: number, variant: Parameters<typeof getIconAddress>[1], purpose: string) => ({
    src: getIconAddress(hash, variant),
    purpose,
    type: 'image/png',
    sizes: `${size}x${size}`,
  });
  return manifestSizes.flatMap((size) => [
    describePng(size, size, 'any'),
    describePng(size, `maskable-${size}`, 'maskable'),
  ]);
}
