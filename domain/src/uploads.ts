/** A picture in a text is written `![alt text](upload:<id>)`. The alt text is plain, with brackets escaped. */

const idSource = '[0-9a-f]{32}';
const altSource = String.raw`(?:\\[^\n]|[^\\[\]\n])*`;
const idPattern = new RegExp(`^${idSource}$`);
const addressPattern = new RegExp(`^/uploads/(${idSource})(-small)?\\.webp$`);

/** Captures the alt text and the id. */
export const pictureForm = (afterId = ''): string => String.raw`!\[(${altSource})\]\(upload:(${idSource})${afterId}\)`;

export const fullBounds = { width: 2560, height: 2560 };
export const thumbnailBounds = { width: 960, height: 720 };

export interface Size {
  width: number;
  height: number;
}

/** Ids of the uploads in a text, in order of appearance. Missing if it has none. */
export interface WithUploads {
  uploads?: readonly string[];
}

interface PictureInText {
  id: string;
  alt: string;
}

/** A result without the field removes the uploads of an earlier version. */
export const uploadsField = ({ uploads }: WithUploads): WithUploads => (uploads?.length ? { uploads } : {});

export const isUploadId = (text: string): boolean => idPattern.test(text);

export const uploadAddress = (id: string): string => `/uploads/${id}.webp`;

export const thumbnailAddress = (id: string): string => `/uploads/${id}-small.webp`;

export function uploadInAddress(address: string): { id: string; isThumbnail: boolean } | null {
  const [, id, small] = addressPattern.exec(address) ?? [];
  return id === undefined ? null : { id, isThumbnail: small !== undefined };
}

/** Scales a size to fit within bounds. A picture is never enlarged. */
export function sizeWithin({ width, height }: Size, bounds: Size): Size {
  const scale = Math.min(1, bounds.width / width, bounds.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export function pictureMarkdown({ id, alt }: PictureInText): string {
  const line = alt.replace(/\s+/g, ' ').trim();
  return `![${line.replace(/[\\[\]]/g, '\\$&')}](upload:${id})`;
}

export const plainAlt = (source: string): string => source.replace(/\\([!-/:-@[-`{-~])/g, '$1').trim();

/** Includes pictures in code blocks, because the text is not parsed. */
export function picturesIn(markdown: string): PictureInText[] {
  return [...markdown.matchAll(new RegExp(pictureForm(), 'g'))].map(([, alt = '', id = '']) => ({
    id,
    alt: plainAlt(alt),
  }));
}

/** Stands for a picture without alt text wherever a text is shown without pictures. */
export const unnamedPicture = '[picture]';

/** A quotation shows a picture's alt text, because only the author of a text can add pictures to it. */
export function withoutPictures(markdown: string): string {
  return markdown.replace(new RegExp(pictureForm(), 'g'), (_, alt: string) => alt.trim() || unnamedPicture);
}
