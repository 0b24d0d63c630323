import { afterEach, expect, test, vi } from 'vitest';
import { preparePicture } from './prepare-picture.js';

const files = {
  heic: '\0\0\0\x1cftypheic\0\0\0\0mif1heic',
  tiff: 'II*\0',
  apng: '\x89PNG\r\n\x1a\n\0\0\0\0IHDR\0\0\0\0\0\0\0\x08acTL\0\0\0\x02',
  svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  text: 'some text',
  gif: 'GIF89a',
  jpeg: '\xff\xd8\xff\xe0',
  webp: 'RIFF\0\0\0\0WEBP',
};
const createFile = (head: string, size = 64) => {
  const bytes = new Uint8Array(size);
  bytes.set([...head].map((character) => character.charCodeAt(0)));
  return new File([bytes], 'photo.png', { type: 'image/png' });
};

/** Stubs image decoding and the canvas. @returns the sizes and types of the encoded pictures */
function stubDecoding(width: number, height: number) {
  const sizes: [number, number, string][] = [];
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close: () => undefined }));
  const context = { drawImage: () => undefined } as unknown as CanvasRenderingContext2D;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type) {
    sizes.push([this.width, this.height, type ?? '']);
    done(new Blob(['small'], { type: type ?? '' }));
  });
  return sizes;
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['heic', /HEIC photo/],
  ['tiff', /TIFF picture/],
  ['apng', /animated PNG/],
  ['svg', /SVG drawing/],
  ['text', /^Images only\./],
] as const)('rejects an unreadable file by its content and suggests a solution: %s', async (name, expected) => {
  const { refusal } = await preparePicture(createFile(files[name]), 'avatar');
  expect(refusal).toMatch(expected);
});

test.each([
  ['avatar', 8_064, 6_048, [683, 512, 'image/webp']],
  ['avatar', 16_000, 3_000, [2_731, 512, 'image/webp']],
  ['avatar', 300, 200, [300, 200, 'image/webp']],
  ['logo', 8_000, 2_000, [1_024, 256, 'image/png']],
  ['logo', 2_000, 8_000, [80, 320, 'image/png']],
] as const)('scales down a large %s of %i by %i pixels', async (kind, width, height, size) => {
  const sizes = stubDecoding(width, height);
  const { file } = await preparePicture(createFile(files.jpeg, 2 ** 20), kind);
  expect(sizes).toEqual([size]);
  expect(file?.type).toBe(size[2]);
});

test.each([
  [8_000, 4_000, [2_560, 1_280, 'image/webp']],
  [2_000, 4_000, [1_280, 2_560, 'image/webp']],
] as const)('scales down an upload of %i by %i pixels', async (width, height, size) => {
  const sizes = stubDecoding(width, height);
  await preparePicture(createFile(files.jpeg, 2 ** 20), 'upload');
  expect(sizes).toEqual([size]);
});

test('sends an upload unchanged if its pixels fit', async () => {
  stubDecoding(2_560, 1_440);
  const photo = createFile(files.jpeg, 2 ** 20);
  expect((await preparePicture(photo, 'upload')).file).toBe(photo);
});

test('sends an animated WebP unchanged', async () => {
  stubDecoding(8_000, 4_000);
  const animation = createFile(`${files.webp}VP8X\x0a\0\0\0\x02`, 2 ** 20);
  expect((await preparePicture(animation, 'upload')).file).toBe(animation);
});

test('sends a HEIC photo if the browser can open it', async () => {
  stubDecoding(4_000, 3_000);
  expect((await preparePicture(createFile(files.heic), 'avatar')).file?.type).toBe('image/webp');
});

test.each(['gif', 'webp'] as const)(
  'sends a small %s unchanged, and a large one too if it cannot be opened',
  async (name) => {
    const smallFile = createFile(files[name]);
    expect((await preparePicture(smallFile, 'logo')).file).toBe(smallFile);
    const largeFile = createFile(files[name], 2 ** 20);
    expect((await preparePicture(largeFile, 'logo')).file).toBe(largeFile);
  },
);

test('rejects a file above the upload limit if it cannot be made smaller', async () => {
  const { refusal } = await preparePicture(createFile(files.gif, 25 * 2 ** 20 + 1), 'avatar');
  expect(refusal).toMatch(/at most 25 MB/);
});
