import { pictureHeadBytes } from '@guildhall/domain/picture-format.js';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildAnimatedPng, createGif, buildPngBomb, createTextBomb } from '../testing/crafted-pictures.js';
import { createAnimation, createNoisyJpeg, createPictureFile, withCameraData } from '../testing/picture-files.js';
import { encodeUpload } from './encode-upload.js';

const getRefusal = (bytes: Uint8Array) =>
  encodeUpload(bytes).then(
    () => 'taken',
    (error: unknown) => (error as { code?: string }).code,
  );
const readMetadata = (bytes: Uint8Array) => sharp(bytes, { pages: -1 }).metadata();
const toLatin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

describe('encoding a picture for texts', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'encodes %s as WebP with smaller sizes and a placeholder',
    async (format) => {
      const { bytes, thumbnail, tiny, facts } = await encodeUpload(await createPictureFile(format, 2_700, 270));
      expect(facts).toMatchObject({ width: 2_560, height: 256, bytes: bytes.length, animated: false });
      expect(await readMetadata(bytes)).toMatchObject({ format: 'webp', width: 2_560, height: 256 });
      expect(await readMetadata(thumbnail)).toMatchObject({ format: 'webp', width: 960, height: 96 });
      expect(await readMetadata(tiny)).toMatchObject({ format: 'webp', width: 192, height: 19 });
      expect(await readMetadata(Buffer.from(facts.placeholder, 'base64'))).toMatchObject({ width: 16, height: 2 });
    },
  );

  test('neither enlarges a small picture nor encodes it twice', async () => {
    const { bytes, thumbnail, facts } = await encodeUpload(await createPictureFile('png', 60, 20));
    expect(facts).toMatchObject({ width: 60, height: 20 });
    expect(thumbnail).toEqual(bytes);
  });

  test("a detailed photo's picture for lists is a small fraction of its thumbnail", async () => {
    const { thumbnail, tiny } = await encodeUpload(await createNoisyJpeg(1_920, 1_440, { quality: 80 }));
    expect(tiny.length * 8).toBeLessThan(thumbnail.length);
  });

  test('encodes the same picture to the same bytes', async () => {
    const file = await createPictureFile('jpeg', 300, 200, 'noise');
    expect(await encodeUpload(file)).toEqual(await encodeUpload(file));
  });

  test('limits the placeholder of a detailed picture to 300 characters', async () => {
    const { facts } = await encodeUpload(await createPictureFile('png', 16, 16, 'noise'));
    expect(facts.placeholder.length).toBeGreaterThan(20);
    expect(facts.placeholder.length).toBeLessThanOrEqual(300);
  });

  test('rotates a picture by its orientation, and removes its position and camera', async () => {
    const file = await withCameraData(1_200, 600);
    expect((await readMetadata(file)).exif?.toString('latin1')).toContain('Secret Camera');
    const { bytes, thumbnail, tiny, facts } = await encodeUpload(file);
    expect(facts).toMatchObject({ width: 600, height: 1_200 });
    expect(await readMetadata(thumbnail)).toMatchObject({ width: 360, height: 720 });
    for (const size of [bytes, thumbnail, tiny, Buffer.from(facts.placeholder, 'base64')]) {
      const data = await readMetadata(size);
      expect([data.exif, data.xmp, data.iptc, data.icc, data.orientation]).toEqual(Array(5).fill(undefined));
      expect(toLatin(size)).not.toMatch(/Secret|GPS|EXIF/);
    }
  });

  test('converts wide colours to sRGB', async () => {
    const red = { create: { width: 40, height: 40, channels: 3 as const, background: '#ff0000' } };
    const wide = await sharp(red).withIccProfile('p3').png().toBuffer();
    expect((await readMetadata(wide)).icc).toBeDefined();
    const { bytes } = await encodeUpload(wide);
    expect((await readMetadata(bytes)).icc).toBeUndefined();
    const [channel = 0] = (await sharp(bytes).stats()).channels.map(({ mean }) => mean);
    expect(channel).toBeGreaterThan(245);
  });

  test.each(['gif', 'webp'] as const)('keeps an animated %s animated, with a still thumbnail', async (format) => {
    const file = await createAnimation(['#ff0000', '#0000ff', '#00ff00']);
    const sent = await sharp(file, { animated: true })
      [format]({ loop: 3, delay: [200, 300, 400] })
      .toBuffer();
    const { bytes, thumbnail, facts } = await encodeUpload(sent);
    expect(facts).toMatchObject({ width: 64, height: 64, animated: true });
    const { pages, pageHeight, loop, delay } = await readMetadata(bytes);
    expect({ pages, pageHeight }).toEqual({ pages: 3, pageHeight: 64 });
    expect({ loop, delay }).toEqual({ loop: 3, delay: [200, 300, 400] });
    expect((await readMetadata(thumbnail)).pages ?? 1).toBe(1);
    expect((await sharp(thumbnail).stats()).channels[0]?.mean).toBeGreaterThan(200);
  });
});

describe('rejecting a picture for texts', () => {
  test('rejects pictures and animations that are too large before decoding them', async () => {
    expect(await getRefusal(buildPngBomb(60_000, 60_000))).toBe('picture-too-large');
    expect(await getRefusal(buildPngBomb(7_072, 7_071))).toBe('picture-too-large');
    expect(await getRefusal(createGif(501)), 'too many frames').toBe('picture-frames');
    expect(await getRefusal(createGif(500))).toBe('taken');
    expect(await getRefusal(createGif(101, 1_000, 500)), 'too many pixels in all frames').toBe('picture-frames');
  });

  test('does not inflate a compressed text in a picture to hundreds of megabytes', async () => {
    const bomb = createTextBomb(400 * 2 ** 20);
    const memoryBefore = process.resourceUsage().maxRSS;
    await getRefusal(bomb);
    expect(process.resourceUsage().maxRSS - memoryBefore, 'in kB').toBeLessThan(150_000);
  });

  test('rejects truncated pictures', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'avif', 'gif'] as const) {
      const file = await createPictureFile(format, 200, 200, 'noise');
      expect(await getRefusal(file.subarray(0, file.length / 2)), format).toBe('picture-damaged');
    }
    const frames = await createAnimation(['#ff0000', '#0000ff']);
    expect(await getRefusal(frames.subarray(0, 30))).toBe('picture-damaged');
  });

  test('identifies a file by its content, and says what to do instead', async () => {
    const refuseFile = (text: string) => getRefusal(Buffer.from(text, 'latin1'));
    expect(await refuseFile('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')).toBe('picture-svg');
    expect(await refuseFile('\0\0\0\x18ftypheic\0\0\0\0mif1heic')).toBe('picture-heic');
    expect(await refuseFile('\0\0\0\x1cftypavis\0\0\0\0avifmif1msf1')).toBe('picture-animated');
    expect(await refuseFile('II*\0\x08\0\0\0')).toBe('picture-tiff');
    expect(await refuseFile('<html><script>alert(1)</script>')).toBe('picture-invalid');
    expect(await refuseFile('\x89PNG\r\n\x1a\n<script>alert(1)</script>')).toBe('picture-damaged');
  });

  test('rejects only those animated PNGs that have several frames', async () => {
    expect(await getRefusal(buildAnimatedPng(2))).toBe('picture-animated');
    expect(await getRefusal(buildAnimatedPng(1))).toBe('taken');
    expect(await getRefusal(buildAnimatedPng(2, pictureHeadBytes)), 'only the head is searched').toBe('taken');
  });

  test('retains nothing of a file that is a picture and something else', async () => {
    const attack = Buffer.from('<script>alert("attack")</script>PK\x03\x04attack');
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, attack.length + 2]), attack]);
    const picture = await createPictureFile('jpeg', 80, 60);
    const polyglot = Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2), attack]);
    const { bytes, thumbnail, tiny } = await encodeUpload(polyglot);
    for (const size of [bytes, thumbnail, tiny]) expect(toLatin(size)).not.toMatch(/attack|script/);
  });
});
