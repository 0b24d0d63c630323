import { wcagLuminance } from 'culori/fn';
import { toHex } from './colour.js';

/** Logos are scaled down to fit this frame before their colours are measured. */
export const logoFrame = { width: 128, height: 40 } as const;

export interface LogoSample {
  /** The WCAG luminance of each pixel that is at least half opaque. */
  luminances: readonly number[];
  isOpaque: boolean;
}

const minAlpha = 128;
const minContrast = 2;
const minShares = { transparent: 0.25, opaque: 0.02 } as const;

/** @param rgba four bytes per pixel, not premultiplied */
export function sampleLogo(rgba: Uint8Array | Uint8ClampedArray): LogoSample {
  const luminances: number[] = [];
  for (let offset = 0; offset + 3 < rgba.length; offset += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = rgba.subarray(offset, offset + 4);
    if (alpha >= minAlpha) luminances.push(wcagLuminance({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 }));
  }
  return { luminances, isOpaque: luminances.length * 4 === rgba.length };
}

/** An opaque logo has its own background, so a few pixels that contrast with the page are enough. */
export function isLogoVisible({ luminances, isOpaque }: LogoSample, background: string): boolean {
  const backgroundLuminance = wcagLuminance(toHex(background) ?? '#000000');
  const contrasting = luminances.filter((luminance) => {
    const [dark, light] = [Math.min(luminance, backgroundLuminance), Math.max(luminance, backgroundLuminance)];
    return (light + 0.05) / (dark + 0.05) >= minContrast;
  });
  const share = contrasting.length / Math.max(1, luminances.length);
  return share >= minShares[isOpaque ? 'opaque' : 'transparent'];
}
