import { expect, test } from 'vitest';
import {
  fullBounds,
  isUploadId,
  formatPicture,
  findPictures,
  fitSize,
  buildThumbnailAddress,
  thumbnailBounds,
  buildTinyAddress,
  buildUploadAddress,
  parseUploadAddress,
  withoutPictures,
} from './uploads.js';

const id = '0123456789abcdef0123456789abcdef';
const other = 'f'.repeat(32);

test("reads the id and the size from a picture's addresses", () => {
  expect(parseUploadAddress(buildUploadAddress(id))).toEqual({ id, size: 'full' });
  expect(parseUploadAddress(buildThumbnailAddress(id))).toEqual({ id, size: 'small' });
  expect(parseUploadAddress(buildTinyAddress(id))).toEqual({ id, size: 'tiny' });
  for (const address of [
    `/uploads/${id}.png`,
    `/uploads/${id}0.webp`,
    `/uploads/../${id}.webp`,
    `x/uploads/${id}.webp`,
  ])
    expect(parseUploadAddress(address)).toBeNull();
});

test('accepts only lower-case hexadecimal ids of 32 digits', () => {
  expect(isUploadId(id)).toBe(true);
  for (const text of [id.toUpperCase(), id.slice(1), `${id}\n`, '']) expect(isUploadId(text)).toBe(false);
});

test('reads back the alt text that was written', () => {
  for (const alt of ['A castle', '', 'a [b] c', 'ends with \\', '* _ ` <b> | "'])
    expect(findPictures(`before ${formatPicture({ id, alt })} after`)).toEqual([{ id, alt }]);
  expect(findPictures(formatPicture({ id, alt: ' two\n\nlines ' }))).toEqual([{ id, alt: 'two lines' }]);
});

test('finds pictures in order and ignores other references', () => {
  const text = `![one](upload:${other})![two](upload:${id}) ![no](https://example.org/a.png) [no](upload:${id})`;
  expect(findPictures(text)).toEqual([
    { id: other, alt: 'one' },
    { id, alt: 'two' },
  ]);
});

test('reads a text of many unfinished pictures in linear time', () => {
  const startedAt = performance.now();
  expect(findPictures('![\\'.repeat(7_000))).toEqual([]);
  expect(findPictures('!['.repeat(10_000))).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test('replaces pictures with their alt text', () => {
  expect(withoutPictures(`Look: ![a \\[b\\]](upload:${id})!`)).toBe('Look: a \\[b\\]!');
  expect(withoutPictures(`![](upload:${id})`)).toBe('[picture]');
  expect(withoutPictures('![a](https://example.org)')).toBe('![a](https://example.org)');
});

test('scales a picture down to its bounds and never up', () => {
  expect(fitSize({ width: 4000, height: 3000 }, thumbnailBounds)).toEqual({ width: 960, height: 720 });
  expect(fitSize({ width: 1000, height: 5120 }, fullBounds)).toEqual({ width: 500, height: 2560 });
  expect(fitSize({ width: 20_000, height: 3 }, thumbnailBounds)).toEqual({ width: 960, height: 1 });
  expect(fitSize({ width: 16, height: 8 }, thumbnailBounds)).toEqual({ width: 16, height: 8 });
});
