import { expect, test } from 'vitest';
import { distinctPictures, uploadingMark, withAlt, withoutPicture, withoutStaleMarks } from './picture-text.js';

const [pier, castle] = ['a'.repeat(32), 'b'.repeat(32)];
const text = `Look:\n\n![The pier](upload:${pier})\n![](upload:${castle})\n\nand again ![](upload:${pier})`;

test('lists each picture of a text once', () => {
  expect(distinctPictures(text)).toEqual([
    { id: pier, alt: 'The pier' },
    { id: castle, alt: '' },
  ]);
});

test('changes the alt text of one picture in all its places', () => {
  const changed = withAlt(text, pier, 'A [long] pier');
  expect(distinctPictures(changed)[0]).toEqual({ id: pier, alt: 'A [long] pier' });
  expect(changed.match(/A \\\[long\\\] pier/g)).toHaveLength(2);
  expect(changed).toContain(`![](upload:${castle})`);
});

test('removes a picture and the empty lines that it leaves', () => {
  expect(withoutPicture(`One\n\n![](upload:${pier})\n\nTwo`, pier)).toBe('One\n\nTwo');
});

test('removes the marks of ended uploads, whatever their file names contain', () => {
  const text = `One\n\n${uploadingMark('k-3', 'my [old]\n pier (1).png')}\n\nTwo`;
  expect(withoutStaleMarks(text, new Set(['k-3']))).toBe(text);
  expect(withoutStaleMarks(text, new Set(['k-4']))).toBe('One\n\nTwo');
});
