import { fullBounds, thumbnailBounds, tinyBounds } from '@guildhall/domain/uploads.js';
import { formatRefusal, detectPictureFormat } from '@guildhall/domain/picture-format.js';
import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Metadata, Sharp } from 'sharp';
import type { TextPicture } from '../files/owned-files.js';
import { loadSharp, pictureLimiter } from './encode-picture.js';

export interface EncodedUpload extends TextPicture {
  bytes: Uint8Array;
}

type Sharper = Awaited<ReturnType<typeof loadSharp>>;

const { pixels: maxPixels, frames: maxFrames } = limits.picture;
const timeoutSeconds = 30;
const placeholderSides = [16, 10, 6];
const maxPlaceholderBytes = 225;

/**
 * Encodes a picture for texts as WebP, with a still thumbnail and a still picture for lists. Animated GIF and WebP
 * pictures stay animated. Only the visible pixels of an upload remain.
 *
 * @throws Refusal for the format, picture-damaged, picture-too-large, picture-frames
 */
export function encodeUpload(upload: Uint8Array): Promise<EncodedUpload> {
  return pictureLimiter.run(() => encode(upload));
}

async function encode(upload: Uint8Array): Promise<EncodedUpload> {
  const refusalCode = formatRefusal(detectPictureFormat(upload));
  if (refusalCode !== null) throw new Refusal(refusalCode);
  const sharp = await loadSharp();
  try {
    return await encodeSizes(sharp, upload, await readHeader(sharp, upload));
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(toRefusal(error));
  }
}

async function readHeader(sharp: Sharper, upload: Uint8Array): Promise<{ animated: boolean }> {
  const { format, width, height, pages = 1 }: Metadata = await sharp(upload, inputOptions).metadata();
  // A HEIF file can contain several independent pictures, of which only the first is shown.
  const frames = format === 'gif' || format === 'webp' ? pages : 1;
  if (frames > maxFrames || (frames > 1 && frames * width * height > maxPixels)) throw new Refusal('picture-frames');
  return { animated: frames > 1 };
}

async function encodeSizes(sharp: Sharper, upload: Uint8Array, { animated }: { animated: boolean }) {
  // Rotating an animation would require all of its frames in memory, and cameras do not create animations.
  const picture = sharp(upload, { ...inputOptions, animated, autoOrient: !animated });
  const full = fitWithin(picture, fullBounds)
    .webp({ quality: 82, effort: animated ? 2 : 4 })
    .timeout({ seconds: timeoutSeconds });
  const { data: bytes, info } = await full.toBuffer({ resolveWithObject: true });
  if (bytes.length > limits.picture.storedBytes) throw new Refusal(animated ? 'picture-frames' : 'picture-too-large');
  const { width, pageHeight: height = info.height } = info;
  const isSmall = width <= thumbnailBounds.width && height <= thumbnailBounds.height;
  const thumbnail =
    isSmall && !animated ? bytes : await fitWithin(sharp(bytes), thumbnailBounds).webp({ quality: 80 }).toBuffer();
  const tiny = await fitWithin(sharp(thumbnail), tinyBounds).webp({ quality: 75 }).toBuffer();
  const placeholder = await createPlaceholder(sharp, thumbnail);
  return { bytes, thumbnail, tiny, facts: { width, height, bytes: bytes.length, placeholder, animated } };
}

const inputOptions = { limitInputPixels: maxPixels, failOn: 'error' } as const;

const fitWithin = (picture: Sharp, { width, height }: { width: number; height: number }): Sharp =>
  picture.resize(width, height, { fit: 'inside', withoutEnlargement: true });

async function createPlaceholder(sharp: Sharper, thumbnail: Uint8Array): Promise<string> {
  for (const side of placeholderSides) {
    const bytes = await fitWithin(sharp(thumbnail), { width: side, height: side })
      .webp({ quality: 20, alphaQuality: 20 })
      .toBuffer();
    if (bytes.length <= maxPlaceholderBytes) return bytes.toString('base64');
  }
  return '';
}

function toRefusal(error: unknown) {
  const message = error instanceof Error ? error.message : '';
  return /exceeds pixel limit|^timeout/.test(message) ? 'picture-too-large' : 'picture-damaged';
}
