import { hexOf } from '@guildhall/domain/theme/colour.js';
import { logoHash, markAddress } from '@guildhall/domain/theme/site-icons.js';
import { Router } from 'express';
import type { SiteState } from '../policy/site-state.js';
import { manifestSizes, maskableMarkAddress } from './icon-files.js';
import { displayedColours } from './theme-sheet.js';

/** Launchers cut off longer names. */
const maxShortLength = 12;

/** Serves the web app manifest, with which browsers install the site as an app. */
export function serveManifestFile({ site }: { site: SiteState }): Router {
  const router = Router({ caseSensitive: true });
  router.get('/manifest.webmanifest', (_req, res) => {
    res
      .set({ 'cache-control': 'no-cache' })
      .type('application/manifest+json')
      .send(JSON.stringify(manifestOf(site)));
  });
  return router;
}

function manifestOf(site: Pick<SiteState, 'settings' | 'theme'>) {
  const { name } = site.settings;
  const colours = displayedColours(site);
  return {
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    name,
    short_name: shortNameOf(name),
    background_color: hexOf(colours['--color-bg'] ?? ''),
    theme_color: hexOf(colours['--color-header'] ?? ''),
    icons: iconsOf(site.theme),
  };
}

function shortNameOf(name: string): string {
  const [firstWord = name] = name.trim().split(/\s+/u);
  return [...name].length <= maxShortLength ? name : [...firstWord].slice(0, maxShortLength).join('');
}

/** Without a logo, the icons are SVG because the server may have no font for the letter. */
function iconsOf({ logo, lightLogo }: SiteState['theme']): object[] {
  const hash = logoHash(logo) ?? logoHash(lightLogo);
  if (hash === null) {
    const svg = (src: string, purpose: string) => ({ src, type: 'image/svg+xml', sizes: 'any', purpose });
    return [svg(markAddress, 'any'), svg(maskableMarkAddress, 'maskable')];
  }
  const png = (size: number, kind: string, purpose: string) => ({
    ...{ src: `/icons/${hash}-${kind}${size}.png`, purpose },
    ...{ type: 'image/png', sizes: `${size}x${size}` },
  });
  return manifestSizes.flatMap((size) => [png(size, '', 'any'), png(size, 'maskable-', 'maskable')]);
}
