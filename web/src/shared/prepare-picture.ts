import { limits } from '@guildhall/domain/limits.js';
import { pageRefusals } from '@guildhall/domain/page-refusals.js';
import { formatRefusal, detectPictureFormat, pictureHeadBytes } from '@guildhall/domain/picture-format.js';
import { fullBounds } from '@guildhall/domain/uploads.js';

/** With this list, phones convert HEIC photos to JPEG. It excludes SVG, which may contain scripts. */
export const acceptedPictures = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

type Kind = 'avatar' | 'logo' | 'upload';
type PreparedPicture = { file: File; refusal: null } | { file: null; refusal: string };

/** An avatar covers its square, and the others fit inside their frame. Avatars and logos are stored at half this size. */
const targetSizes: Record<Kind, { width: number; height: number }> = {
  avatar: { width: 512, height: 512 },
  logo: { width: 1024, height: 320 },
  upload: fullBounds,
};

/** Smaller pictures are sent unchanged. */
const smallBytes = 512 * 1024;

/**
 * Rotates and scales a picture, or returns the server's message if it cannot be sent. Pictures that this browser cannot
 * open are sent unchanged.
 */
export async function preparePicture(file: File, kind: Kind): Promise<PreparedPicture> {
  const head = new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer());
  const format = detectPictureFormat(head);
  const refusedReason = formatRefusal(format);
  const isConvertible = format === 'heic' || format === 'tiff';
  if (refusedReason !== null && !isConvertible) return createRefusal(refusedReason);
  if (!isAnimation(format, head) && (refusedReason !== null || file.size > smallBytes)) {
    // Some browsers can also open HEIC and TIFF.
    const smallFile = await scaleDown(file, kind, refusedReason !== null).catch(() => null);
    if (smallFile && (refusedReason !== null || smallFile.size < file.size)) return { file: smallFile, refusal: null };
  }
  if (refusedReason !== null) return createRefusal(refusedReason);
  return file.size > limits.picture.bytes ? createRefusal('picture-too-heavy') : { file, refusal: null };
}

const createRefusal = (code: keyof typeof pageRefusals): PreparedPicture => ({
  file: null,
  refusal: pageRefusals[code][1],
});

/** A canvas would preserve only the first frame. */
function isAnimation(format: ReturnType<typeof detectPictureFormat>, head: Uint8Array): boolean {
  const isExtendedWebp = format === 'webp' && String.fromCharCode(...head.subarray(12, 16)) === 'VP8X';
  return format === 'gif' || (isExtendedWebp && ((head[20] ?? 0) & webpAnimationFlag) !== 0);
}
const webpAnimationFlag = 2;

/**
 * Both formats support transparency. Browsers without a WebP encoder produce PNG.
 * @returns null if an upload is small enough and need not be converted
 */
async function scaleDown(file: File, kind: Kind, mustConvert: boolean): Promise<File | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const [across, down] = [targetSizes[kind].width / bitmap.width, targetSizes[kind].height / bitmap.height];
  const scale = Math.min(1, kind === 'avatar' ? Math.max(across, down) : Math.min(across, down));
  if (kind === 'upload' && scale === 1 && !mustConvert) return null;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const type = kind === 'logo' ? 'image/png' : 'image/webp';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  return blob && new File([blob], kind, { type: blob.type });
}
