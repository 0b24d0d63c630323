import { loadSharp } from './encode-picture.js';

/**
 * A picture as a square icon in PNG, whole, with a margin where it has a ground.
 * @param ground six hex digits behind it; null for none
 */
export async function siteIcon(picture: Uint8Array, size: number, ground: string | null): Promise<Buffer> {
  const sharp = await loadSharp();
  const margin = ground === null ? 0 : Math.round(size * 0.14);
  const side = size - 2 * margin;
  const background = ground ?? '#00000000';
  const flat = ground === null ? sharp(picture) : sharp(picture).flatten({ background });
  const square = flat.resize(side, side, { fit: 'contain', background });
  return square.extend({ top: margin, bottom: margin, left: margin, right: margin, background }).png().toBuffer();
}
