import { limits } from '@guildhall/domain/limits.js';
import { formatRefusal, detectPictureFormat } from '@guildhall/domain/picture-format.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Sharp } from 'sharp';
import { Limiter } from '../process/limiter.js';

export type PictureKind = 'avatar' | 'logo' | 'head';

/** Pictures are re-encoded so that only the visible pixels of an upload remain. */
export interface EncodedPicture {
  contentType: 'image/webp';
  bytes: Uint8Array;
}

/** Decoding needs four bytes per pixel, about 200 MB for a moment. */
const maxPixels = limits.picture.pixels;
const timeoutSeconds = 20;

/** Loads the library on demand because it takes up memory in every process that loads it. */
export async function loadSharp(): Promise<(typeof import('sharp'))['default']> {
  return (sharpImport ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
    });
    sharp.cache(false);
    return sharp;
  }));
}
let sharpImport: Promise<(typeof import('sharp'))['default']> | undefined;

/**
 * Detects the format from the bytes and encodes the first frame as WebP: avatars at 256 × 256, logos within 512 × 160,
 * players' heads at 64 × 64 with sharp pixels.
 * @throws Refusal for the format, picture-damaged, picture-too-large
 */
export async function encodePicture(bytes: Uint8Array, kind: PictureKind): Promise<EncodedPicture> {
  return pictureLimiter.run(() => encode(bytes, kind));
}

/**
 * Encodes one picture at a time because decoded pictures are large, and the same threads also hash passwords. The queue
 * is as long as the number of uploads that the server receives at once.
 */
export const pictureLimiter = new Limiter({ running: 1 });

const serverIcon = { pixels: 512 * 512, side: 64, timeoutSeconds: 5 };

/**
 * Encodes a game server's picture, which the server chooses itself.
 * @throws Error if it is not a PNG picture or too large
 */
export const encodeServerIcon = (png: Uint8Array): Promise<Buffer> =>
  pictureLimiter.run(async () => {
    const format = detectPictureFormat(png);
    if (format !== 'png' && format !== 'apng') throw new Error('The picture is not in the PNG format');
    const sharp = await loadSharp();
    const { pixels, side, timeoutSeconds: seconds } = serverIcon;
    const picture = sharp(png, { limitInputPixels: pixels, failOn: 'error' });
    const background = '#00000000';
    return picture
      .resize(side, side, { fit: 'contain', background })
      .webp({ lossless: true })
      .timeout({ seconds })
      .toBuffer();
  });

async function encode(upload: Uint8Array, kind: PictureKind): Promise<EncodedPicture> {
  const refusalCode = formatRefusal(detectPictureFormat(upload));
  if (refusalCode !== null) throw new Refusal(refusalCode);
  try {
    const sharp = await loadSharp();
    const picture = sharp(upload, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true });
    const bytes = await resizers[kind](picture).timeout({ seconds: timeoutSeconds }).toBuffer();
    return { contentType: 'image/webp', bytes };
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit');
    throw new Refusal(isTooLarge ? 'picture-too-large' : 'picture-damaged');
  }
}

const resizers: Record<PictureKind, (picture: Sharp) => Sharp> = {
  avatar: (picture) => picture.resize(256, 256, { fit: 'cover' }).webp({ quality: 82 }),
  head: (picture) => picture.resize(64, 64, { fit: 'cover', kernel: 'nearest' }).webp({ lossless: true }),
  logo: (picture) => picture.resize(512, 160, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 90 }),
};
