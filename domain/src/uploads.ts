/**
 * A picture in Markdown is written `![alt text](upload:<id>)`. The alt text is plain, with brackets escaped, and with
 * vertical bars escaped because they separate table cells.
 */

const idSource = '[0-9a-f]{32}';
const altSource = String.raw`(?:\\[^\n]|[^\\[\]\n])*`;
const idPattern = new RegExp(`^${idSource}$`);
const addressPattern = new RegExp(`^/uploads/(${idSource})(?:-(small|tiny))?\\.webp$`);

/** Captures the alt text and the id. */
export const buildPicturePattern = (afterId = ''): string =>
  String.raw`!\[(${altSource})\]\(upload:(${idSource})${afterId}\)`;

export const fullBounds = { width: 2560, height: 2560 };
export const thumbnailBounds = { width: 960, height: 720 };
/** Lists show pictures at 56 × 42 or 96 × 72, which is this size on a screen with two or three pixels per point. */
export const tinyBounds = { width: 192, height: 144 };

export type PictureSize = 'full' | 'small' | 'tiny';

export interface Size {
  width: number;
  height: number;
}

/** The ids of the uploads in a post or other text, in order of appearance. Absent if there are none. */
export interface WithUploads {
  uploads?: readonly string[];
}

interface PictureInText {
  id: string;
  alt: string;
}

/** If there are no uploads, omits the field, which removes the uploads of an earlier version. */
export const toUploadsField = ({ uploads }: WithUploads): WithUploads => (uploads?.length ? { uploads } : {});

export const isUploadId = (text: string): boolean => idPattern.test(text);

export const buildUploadAddress = (id: string): string => `/uploads/${id}.webp`;

export const buildThumbnailAddress = (id: string): string => `/uploads/${id}-small.webp`;

export const buildTinyAddress = (id: string): string => `/uploads/${id}-tiny.webp`;

export function parseUploadAddress(address: string): { id: string; size: PictureSize } | null {
  const [, id, size = 'full'] = addressPattern.exec(address) ?? [];
  return id === undefined ? null : { id, size: size as PictureSize };
}

/** Scales a size down to fit within bounds, and never up. */
export function fitSize({ width, height }: Size, bounds: Size): Size {
  const scale = Math.min(1, bounds.width / width, bounds.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export function formatPicture({ id, alt }: PictureInText): string {
  const line = alt.replace(/\s+/g, ' ').trim();
  return `![${line.replace(/[\\[\]|]/g, '\\$&')}](upload:${id})`;
}

export const unescapeAlt = (source: string): string => source.replace(/\\([!-/:-@[-`{-~])/g, '$1').trim();

/** Includes pictures in code blocks because the Markdown is not parsed. */
export function findPictures(markdown: string): PictureInText[] {
  return [...markdown.matchAll(new RegExp(buildPicturePattern(), 'g'))].map(([, alt = '', id = '']) => ({
    id,
    alt: unescapeAlt(alt),
  }));
}

/** Replaces a picture without alt text wherever pictures are not shown. */
export const unnamedPicture = '[picture]';

/** A quotation shows only the alt text, since a post's pictures must belong to its author. */
export function withoutPictures(markdown: string): string {
  return markdown.replace(new RegExp(buildPicturePattern(), 'g'), (_, alt: string) => alt.trim() || unnamedPicture);
}
