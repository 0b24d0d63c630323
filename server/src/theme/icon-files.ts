import { guest } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { hexOf } from '@guildhall/domain/theme/colour.js';
import { iconSizes, markAddress, siteLetterOf } from '@guildhall/domain/theme/site-icons.js';
import { Router } from 'express';
import { LRUCache } from 'lru-cache';
import type { OwnedFiles } from '../files/owned-files.js';
import { pictureAddress } from '../pictures/picture-address.js';
import type { SiteState } from '../policy/site-state.js';
import { displayedColours } from './theme-sheet.js';
import { loadSharp } from '../pictures/encode-picture.js';

interface Dependencies {
  site: SiteState;
  files: OwnedFiles;
}

const dayInSeconds = 86_400;
const maxCached = 8;

export function serveIconFiles({ site, files }: Dependencies): Router {
  const router = Router({ caseSensitive: true });
  const cache = new LRUCache<string, Promise<Buffer>>({ max: maxCached });
  router.get(markAddress, (_req, res) => {
    res
      .set({ 'cache-control': 'no-cache' })
      .type('svg')
      .send(renderMark(siteLetterOf(site.settings.name), displayedColours(site)));
  });
  router.get('/icons/:name', async (req, res) => {
    const [, hash = '', digits] = /^([0-9a-f]{64})-(\d{2,3})\.png$/.exec(req.params.name) ?? [];
    const address = pictureAddress({ hash });
    const { logo, lightLogo } = site.theme;
    const size = Object.values(iconSizes).find((known) => String(known) === digits);
    if (size === undefined || (address !== logo && address !== lightLogo)) throw new Refusal('not-found');
    const ground =
      size === iconSizes['apple-touch-icon'] ? hexOf(displayedColours(site)['--color-header'] ?? '') : null;
    const key = `${hash} ${size} ${ground}`;
    const icon = cache.get(key) ?? renderIcon(files, hash, size, ground);
    cache.set(key, icon);
    icon.catch(() => cache.delete(key));
    res
      .set({ 'cache-control': `public, max-age=${dayInSeconds}` })
      .type('png')
      .send(await icon);
  });
  return router;
}

async function renderIcon(files: OwnedFiles, hash: string, size: number, ground: string | null): Promise<Buffer> {
  const picture = await files.visible('hash', hash, { actor: guest, identity: null });
  if (!picture) throw new Refusal('not-found');
  return renderSiteIcon(picture.bytes, size, ground);
}

function renderMark(letter: string, colours: Readonly<Record<string, string>>): string {
  const [from = '', to = '', ink = ''] = ['mark-from', 'mark-to', 'on-accent'].map(
    (name) => colours[`--color-${name}`],
  );
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">',
    `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`,
    '<rect width="32" height="32" rx="8" fill="url(#g)"/>',
    `<text x="16" y="23" fill="${ink}" font-family="system-ui, sans-serif" font-size="20" font-weight="700"`,
    ` text-anchor="middle">${letter}</text></svg>`,
  ].join('');
}

/** @param ground background colour as six hex digits, or null for a transparent one */
async function renderSiteIcon(picture: Uint8Array, size: number, ground: string | null): Promise<Buffer> {
  const sharp = await loadSharp();
  const margin = ground === null ? 0 : Math.round(size * 0.14);
  const side = size - 2 * margin;
  const background = ground ?? '#00000000';
  const flattened = ground === null ? sharp(picture) : sharp(picture).flatten({ background });
  const square = flattened.resize(side, side, { fit: 'contain', background });
  return square.extend({ top: margin, bottom: margin, left: margin, right: margin, background }).png().toBuffer();
}
