import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildPngBomb } from '../testing/crafted-pictures.js';
import { createAnimation, createPictureFile, withCameraData } from '../testing/picture-files.js';
import { encodePicture, type PictureKind } from './encode-picture.js';

const getRefusal = (bytes: Uint8Array, kind: PictureKind = 'avatar') =>
  encodePicture(bytes, kind).then(
    () => 'taken',
    (error: unknown) => (error as { code?: string }).code,
  );
const readMetadata = async (bytes: Uint8Array) => sharp(bytes).metadata();

describe('encoding a picture', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'encodes %s as a square WebP avatar or as a logo within its frame',
    async (format) => {
      const file = await createPictureFile(format, 600, 300);
      const avatar = await encodePicture(file, 'avatar');
      expect(avatar.contentType).toBe('image/webp');
      expect(await readMetadata(avatar.bytes)).toMatchObject({ format: 'webp', width: 256, height: 256 });
      const logo = await encodePicture(file, 'logo');
      expect(await readMetadata(logo.bytes)).toMatchObject({ format: 'webp', width: 320, height: 160 });
      expect((await encodePicture(file, 'logo')).bytes).toEqual(logo.bytes);
    },
  );

  test('does not enlarge a small picture used as a logo', async () => {
    const { bytes } = await encodePicture(await createPictureFile('png', 60, 20), 'logo');
    expect(await readMetadata(bytes)).toMatchObject({ width: 60, height: 20 });
  });

  test('encodes only the first frame of an animated picture', async () => {
    for (const kind of ['avatar', 'logo'] as const) {
      const { bytes } = await encodePicture(await createAnimation(['#ff0000', '#0000ff']), kind);
      expect((await readMetadata(bytes)).pages ?? 1).toBe(1);
      const [red = 0, , blue = 255] = (await sharp(bytes).stats()).channels.map(({ mean }) => mean);
      expect(red).toBeGreaterThan(200);
      expect(blue).toBeLessThan(60);
    }
  });

  test('removes the metadata of a picture and rotates it by its orientation', async () => {
    const file = await withCameraData(200, 100);
    expect((await readMetadata(file)).exif?.toString('latin1')).toContain('Secret Camera');
    const { bytes } = await encodePicture(file, 'logo');
    const data = await readMetadata(bytes);
    expect([data.exif, data.xmp, data.icc, data.orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(data).toMatchObject({ width: 80, height: 160 });
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('Secret');
  });

  test('preserves the transparency of a picture', async () => {
    const { bytes } = await encodePicture(await createPictureFile('png', 300, 300, '#ff000080'), 'avatar');
    expect((await sharp(bytes).stats()).isOpaque).toBe(false);
  });
});

const toLatin = (text: string) => Buffer.from(text, 'latin1');
const buildHeif = (...brands: string[]) => {
  const box = toLatin(`\0\0\0\0ftyp${brands[0]}\0\0\0\0${brands.join('')}`);
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, Buffer.alloc(64)]);
};

describe('rejecting a picture', () => {
  test.each<[string, string, Buffer]>([
    ['nothing', 'picture-invalid', toLatin('')],
    ['plain text', 'picture-invalid', toLatin('I am a picture, believe me')],
    ['an HTML page', 'picture-invalid', toLatin('<!doctype html><script>alert(1)</script><svg></svg>')],
    ['a PDF', 'picture-invalid', toLatin('%PDF-1.4\n1 0 obj<<>>endobj')],
    ['a video', 'picture-invalid', buildHeif('isom', 'mp42')],
    ['a bitmap', 'picture-invalid', toLatin('BM\x46\0\0\0')],
    ['an SVG', 'picture-svg', toLatin('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
    ['an SVG with a prologue', 'picture-svg', toLatin('\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a --><svg width="9"/>')],
    [
      'an SVG with entities',
      'picture-svg',
      toLatin('<!DOCTYPE svg PUBLIC "a" "b" [\n<!ENTITY n "m">\n]>\n<svg width="9"/>'),
    ],
    [
      'an SVG with many entities',
      'picture-svg',
      toLatin(`<?xml?><!DOCTYPE svg[${'<!ENTITY n "m">'.repeat(99)}]><svg/>`),
    ],
    ['an SVG with a comment with an arrow', 'picture-svg', toLatin('\n<!-- a -> b > c -->\n<svg>')],
    ['an SVG with a prefix', 'picture-svg', toLatin('<svg:svg xmlns:svg="a"/>')],
    ['an SVG in UTF-16', 'picture-svg', Buffer.from('\uFEFF<?xml version="1.0"?>\r\n<svg width="9"/>', 'utf16le')],
    ['an SVG in UTF-16 of a Mac', 'picture-svg', Buffer.from('\uFEFF<svg width="9"/>', 'utf16le').swap16()],
    ['an XML file', 'picture-invalid', toLatin('<?xml version="1.0"?><svgs><a/></svgs>')],
    ['a page with a comment', 'picture-invalid', toLatin('<!-- a --><html><p>b</p></html>')],
    ['a photo of an iPhone', 'picture-heic', buildHeif('heic', 'mif1', 'heic')],
    ['a photo of a Galaxy', 'picture-heic', buildHeif('mif1', 'heix')],
    ['a sequence of photos', 'picture-heic', buildHeif('hevc', 'msf1')],
    ['a TIFF of a PC', 'picture-tiff', toLatin('II*\0\x08\0\0\0')],
    ['a TIFF of a Mac', 'picture-tiff', toLatin('MM\0*\0\0\0\x08')],
    ['an AVIF without content', 'picture-damaged', buildHeif('mif1', 'avif')],
    ['the head of a GIF', 'picture-damaged', toLatin('GIF89a')],
    ['a PNG that is none', 'picture-damaged', toLatin('\x89PNG\r\n\x1a\n and so on')],
  ])('rejects %s with the code %s', async (_, code, bytes) => {
    expect(await getRefusal(bytes)).toBe(code);
  });

  test('rejects a real TIFF picture', async () => {
    expect(await getRefusal(await createPictureFile('tiff', 30, 30))).toBe('picture-tiff');
  });

  test('rejects a truncated picture', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const file = await createPictureFile(format, 200, 200, 'noise');
      expect(await getRefusal(file.subarray(0, file.length / 2)), format).toBe('picture-damaged');
    }
  });

  test('rejects a picture with too many pixels before decoding it', async () => {
    expect(await getRefusal(buildPngBomb(60_000, 60_000), 'logo')).toBe('picture-too-large');
    expect(await getRefusal(buildPngBomb(7_072, 7_071))).toBe('picture-too-large');
    expect(await getRefusal(buildPngBomb(7_071, 7_071)), 'decoding it fails').toBe('picture-damaged');
  });
});

test('encodes a rotated phone photo upright', async () => {
  const photo = await withCameraData(5_000, 4_000);
  const { bytes } = await encodePicture(photo, 'logo');
  expect(await readMetadata(bytes)).toMatchObject({ width: 128, height: 160 });
});

test('a rejected picture does not block the next one', async () => {
  const file = await createPictureFile('png', 50, 50);
  const outcomes = await Promise.all([getRefusal(Buffer.from('none')), getRefusal(file), getRefusal(file, 'logo')]);
  expect(outcomes).toEqual(['picture-invalid', 'taken', 'taken']);
});
