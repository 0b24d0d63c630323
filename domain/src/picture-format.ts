/** `apng` and `avis` are animations in the formats PNG and AVIF. */
export type PictureFormat = 'png' | 'apng' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'avis' | 'heic' | 'tiff' | 'svg';

/** Usually includes the `acTL` chunk, even after a colour profile. */
export const pictureHeadBytes = 2 ** 16;
const textHeadBytes = 1024;

/** Checks only the bytes, not the file name or the declared type. Returns null for an unknown format. */
export function detectPictureFormat(bytes: Uint8Array): PictureFormat | null {
  const head = String.fromCharCode(...bytes.subarray(0, textHeadBytes));
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return isAnimatedPng(bytes.subarray(0, pictureHeadBytes)) ? 'apng' : 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'webp';
  if (/^(II[*+]\0|MM\0[*+])/.test(head)) return 'tiff';
  if (head.slice(4, 8) === 'ftyp') return detectHeifFormat(bytes, head);
  return isSvg(head) ? 'svg' : null;
}

function isSvg(head: string): boolean {
  const text = head.replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '');
  return /^\s*<(\?xml|!--|!DOCTYPE svg|svg)/i.test(text) && /<(svg|!DOCTYPE svg)[\s/>[:]/i.test(text);
}

/** The number of frames precedes the pixels. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let chunk = 8; chunk + 12 <= bytes.length; chunk += 12 + data.getUint32(chunk)) {
    const type = String.fromCharCode(...bytes.subarray(chunk + 4, chunk + 8));
    if (type === 'acTL') return data.getUint32(chunk + 8) > 1;
    if (type === 'IDAT') return false;
  }
  return false;
}

/** The first box of an AVIF or HEIC file lists the brands that it conforms to. */
function detectHeifFormat(bytes: Uint8Array, head: string): PictureFormat | null {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const brands = head.slice(8, Math.min(length, textHeadBytes)).match(/[^]{4}/g) ?? [];
  if (brands[0] === 'avis') return 'avis';
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => /^(hei[cmsx]|hev[cmsx]|mi[af]1|msf1)$/.test(brand)) ? 'heic' : null;
}

export function formatRefusal(format: PictureFormat | null) {
  if (format === 'heic') return 'picture-heic';
  if (format === 'apng' || format === 'avis') return 'picture-animated';
  if (format === 'tiff') return 'picture-tiff';
  if (format === 'svg') return 'picture-svg';
  return format === null ? 'picture-invalid' : null;
}
