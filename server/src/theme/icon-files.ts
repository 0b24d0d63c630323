import { guest } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { toHex } from '@guildhall/domain/theme/colour.js';
import { iconSizes, markAddress, getSiteLetter } from '@guildhall/domain/theme/site-icons.js';
import { Router } from 'express';
import { LRUCache } from 'lru-cache';
import type { OwnedFiles } from '../files/owned-files.js';
import { buildPictureAddress } from '../pictures/picture-address.js';
import type { SiteState } from '../policy/site-state.js';
import { computeDisplayedColours } from './theme-sheet.js';
import { loadSharp } from '../pictures/encode-picture.js';

interface Dependencies {
  site: SiteState;
  files: OwnedFiles;
}

export const manifestSizes = [192, 512] as const;
export const maskableMarkAddress = '/icons/mark-maskable.svg';

const dayInSeconds = 86_400;
const maxCached = 16;
const sizes: readonly number[] = [...Object.values(iconSizes), ...manifestSizes];
/**
 * As fractions of the icon's side. Launchers may show only the middle of a maskable icon, a circle of 80 % of its
 * width.
 */
const margins = { touch: 0.14, maskable: 0.22 };

export function serveIconFiles({ site, files }: Dependencies): Router {
  const router = Router({ caseSensitive: true });
  const cache = new LRUCache<string, Promise<Buffer>>({ max: maxCached });
  for (const [address, isMaskable] of [
    [markAddress, false],
    [maskableMarkAddress, true],
  ] as const)
    router.get(address, (_req, res) => {
      const mark = renderMark(getSiteLetter(site.settings.name), computeDisplayedColours(site), isMaskable);
      res.set({ 'cache-control': 'no-cache' }).type('svg').send(mark);
    });
  router.get('/icons/:name', async (req, res) => {
    const [, hash = '', maskable, digits] = /^([0-9a-f]{64})-(maskable-)?(\d{2,3})\.png$/.exec(req.params.name) ?? [];
    const address = buildPictureAddress({ hash });
    const { logo, lightLogo } = site.theme;
    const size = sizes.find((allowedSize) => String(allowedSize) === digits);
    if (size === undefined || (address !== logo && address !== lightLogo)) throw new Refusal('not-found');
    const margin = maskable ? margins.maskable : size === iconSizes['apple-touch-icon'] ? margins.touch : 0;
    const ground = margin > 0 ? toHex(computeDisplayedColours(site)['--color-header'] ?? '') : null;
    const key = `${hash} ${size} ${margin} ${ground}`;
    const icon = cache.get(key) ?? renderIcon(files, hash, { size, margin, ground });
    cache.set(key, icon);
    icon.catch(() => cache.delete(key));
    res
      .set({ 'cache-control': `public, max-age=${dayInSeconds}` })
      .type('png')
      .send(await icon);
  });
  return router;
}

interface IconForm {
  size: number;
  /** A fraction of the icon's side. */
  margin: number;
  /** The background colour, or null for a transparent one. */
  ground: string | null;
}

async function renderIcon(files: OwnedFiles, hash: string, form: IconForm): Promise<Buffer> {
  const picture = await files.findVisible('hash', hash, { actor: guest, identity: null });
  if (!picture) throw new Refusal('not-found');
  return renderSiteIcon(picture.bytes, form);
}

function renderMark(letter: string, colours: Readonly<Record<string, string>>, isMaskable: boolean): string {
  const [from = '', to = '', ink = ''] = ['mark-from', 'mark-to', 'on-accent'].map(
    (name) => colours[`--color-${name}`],
  );
  const [radius, baseline, fontSize] = isMaskable ? [0, 21.6, 16] : [8, 23, 20];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">',
    `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`,
    `<rect width="32" height="32" rx="${radius}" fill="url(#g)"/>`,
    `<text x="16" y="${baseline}" fill="${ink}" font-family="system-ui, sans-serif" font-size="${fontSize}" font-weight="700"`,
    ` text-anchor="middle">${letter}</text></svg>`,
  ].join('');
}

async function renderSiteIcon(picture: Uint8Array, { size, margin: marginShare, ground }: IconForm): Promise<Buffer> {
  const sharp = await loadSharp();
  const margin = Math.round(size * marginShare);
  const side = size - 2 * margin;
  const background = ground ?? '#00000000';
  const flatPicture = ground === null ? sharp(picture) : sharp(picture).flatten({ background });
  const square = flatPicture.resize(side, side, { fit: 'contain', background });
  return square.extend({ top: margin, bottom: margin, left: margin, right: margin, background }).png().toBuffer();
}
