import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { animation, pictureFile, withCameraData } from '../testing/picture-files.js';
import { encodePicture, type PictureKind } from './encode-picture.js';

const refusalOf = (bytes: Uint8Array, kind: PictureKind = 'avatar') =>
  encodePicture(bytes, kind).then(
    () => 'taken',
    (error: unknown) => (error as { code?: string }).code,
  );
const dataOf = async (bytes: Uint8Array) => sharp(bytes).metadata();

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'as %s becomes a square avatar in WebP, or a logo within its frame',
    async (format) => {
      const file = await pictureFile(format, 600, 300);
      const avatar = await encodePicture(file, 'avatar');
      expect(avatar.contentType).toBe('image/webp');
      expect(await dataOf(avatar.bytes)).toMatchObject({ format: 'webp', width: 256, height: 256 });
      const logo = await encodePicture(file, 'logo');
      expect(await dataOf(logo.bytes)).toMatchObject({ format: 'webp', width: 320, height: 160 });
      expect(logo.hash).not.toBe(avatar.hash);
      expect((await encodePicture(file, 'logo')).hash).toBe(logo.hash);
    },
  );

  test('that is small is not enlarged as a logo', async () => {
    const { bytes } = await encodePicture(await pictureFile('png', 60, 20), 'logo');
    expect(await dataOf(bytes)).toMatchObject({ width: 60, height: 20 });
  });

  test('that moves shows only its first frame', async () => {
    for (const kind of ['avatar', 'logo'] as const) {
      const { bytes } = await encodePicture(await animation(['#ff0000', '#0000ff']), kind);
      expect((await dataOf(bytes)).pages ?? 1).toBe(1);
      const [red = 0, , blue = 255] = (await sharp(bytes).stats()).channels.map(({ mean }) => mean);
      expect(red).toBeGreaterThan(200);
      expect(blue).toBeLessThan(60);
    }
  });

  test('loses its metadata, and is rotated by its orientation', async () => {
    const file = await withCameraData(200, 100);
    expect((await dataOf(file)).exif?.toString('latin1')).toContain('Secret Camera');
    const { bytes } = await encodePicture(file, 'logo');
    const data = await dataOf(bytes);
    expect([data.exif, data.xmp, data.icc, data.orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(data).toMatchObject({ width: 80, height: 160 });
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('Secret');
  });

  test('preserves transparency', async () => {
    const { bytes } = await encodePicture(await pictureFile('png', 300, 300, '#ff000080'), 'avatar');
    expect((await sharp(bytes).stats()).isOpaque).toBe(false);
  });
});

describe('refuses', () => {
  test.each([
    ['nothing', ''],
    ['a text', 'I am a picture, believe me'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'],
    ['an SVG with a prologue', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a PDF', '%PDF-1.4\n1 0 obj<<>>endobj'],
    ['the head of a GIF', 'GIF89a'],
    ['a PNG that is none', '\x89PNG\r\n\x1a\n and so on'],
  ])('%s', async (_, text) => {
    expect(await refusalOf(Buffer.from(text, 'latin1'))).toBe('picture-invalid');
  });

  test('a picture of a kind that pages do not show', async () => {
    expect(await refusalOf(await pictureFile('tiff', 30, 30))).toBe('picture-invalid');
  });

  test('a picture that is cut off', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const file = await pictureFile(format, 200, 200, 'noise');
      expect(await refusalOf(file.subarray(0, file.length / 2)), format).toBe('picture-invalid');
    }
  });

  test('a picture with too long a side, or too many pixels, before it is opened', async () => {
    expect(await refusalOf(await pictureFile('png', 8_193, 10))).toBe('picture-too-large');
    expect(await refusalOf(await pictureFile('png', 8_192, 10))).toBe('taken');
    const begun = performance.now();
    expect(await refusalOf(bomb(60_000, 60_000), 'logo')).toBe('picture-too-large');
    expect(await refusalOf(bomb(8_000, 8_000))).toBe('picture-too-large');
    expect(await refusalOf(bomb(4_001, 4_000))).toBe('picture-too-large');
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(await refusalOf(await pictureFile('png', 4_000, 4_000))).toBe('taken');
  });
});

test('a refused picture does not block the next one', async () => {
  const file = await pictureFile('png', 50, 50);
  const outcomes = await Promise.all([refusalOf(Buffer.from('none')), refusalOf(file), refusalOf(file, 'logo')]);
  expect(outcomes).toEqual(['picture-invalid', 'taken', 'taken']);
});

test('while eight wait no more are accepted, and afterwards again', async () => {
  const file = await pictureFile('png', 50, 50);
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => refusalOf(file)));
  expect(outcomes).toEqual([...Array<string>(9).fill('taken'), ...Array<string>(3).fill('too-many')]);
  expect(await refusalOf(file)).toBe('taken');
});

/** A PNG whose header declares more pixels than fit into memory. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(1_000_000));
  const parts = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  ends[0].writeUInt32BE(data.length);
  ends[1].writeUInt32BE(crc32(typed));
  return Buffer.concat([ends[0], typed, ends[1]]);
}

/** The check that ends every part of a PNG. */
function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
