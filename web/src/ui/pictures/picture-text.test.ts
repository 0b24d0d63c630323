import { expect, test } from 'vitest';
import {
  listDistinctPictures,
  createUploadingMark,
  withAlt,
  withoutPicture,
  withoutStaleMarks,
} from './picture-text.js';

const [pier, castle] = ['a'.repeat(32), 'b'.repeat(32)];
const text = `Look:\n\n![The pier](upload:${pier})\n![](upload:${castle})\n\nand again ![](upload:${pier})`;

test('lists each picture in a text once', () => {
  expect(listDistinctPictures(text)).toEqual([
    { id: pier, alt: 'The pier' },
    { id: castle, alt: '' },
  ]);
});

test('changes the alt text of one picture wherever it has the same one', () => {
  const changed = withAlt(`${text} ![The pier](upload:${pier})`, pier, 'The pier', 'A [long] pier');
  expect(listDistinctPictures(changed)[0]).toEqual({ id: pier, alt: 'A [long] pier' });
  expect(changed.match(/A \\\[long\\\] pier/g)).toHaveLength(2);
  expect(changed).toContain(`![](upload:${castle})`);
  expect(changed, 'it has another description there').toContain(`again ![](upload:${pier})`);
});

test('removes a picture and the empty lines that it leaves', () => {
  expect(withoutPicture(`One\n\n![](upload:${pier})\n\nTwo`, pier)).toBe('One\n\nTwo');
});

test('the pictures around a removed one stay in one paragraph', () => {
  const [first, last] = [`![](upload:${castle})`, `![](upload:${'c'.repeat(32)})`];
  expect(withoutPicture(`${first}\n![](upload:${pier})\n${last}`, pier)).toBe(`${first}\n${last}`);
});

test('removes a picture without changing empty lines elsewhere', () => {
  const code = '```\none\n\n\n\ntwo\n```';
  expect(withoutPicture(`${code}\n\n![](upload:${pier})\n\n\nTwo`, pier)).toBe(`${code}\n\nTwo`);
  expect(
    withoutStaleMarks(`${code}\n\n${createUploadingMark('k', 'a')}\n${createUploadingMark('l', 'b')}`, new Set()),
  ).toBe(`${code}\n\n`);
});

test.each(['`', '\n```\n'])('leaves examples of pictures between %j as they are', (fence) => {
  const example = `${fence}![The pier](upload:${pier})${fence.trimEnd()}`;
  const both = `One ${example}\n\n![The pier](upload:${pier})`;
  expect(withAlt(both, pier, 'The pier', 'New')).toBe(`One ${example}\n\n![New](upload:${pier})`);
  expect(withoutPicture(both, pier)).toBe(`One ${example}\n\n`);
  expect(listDistinctPictures(example)).toEqual([]);
});

test('lists a picture after a single backtick', () => {
  expect(listDistinctPictures(`The \` key ![](upload:${pier})`)).toHaveLength(1);
});

test('removes the marks of ended uploads, whatever their file names contain', () => {
  const text = `One\n\n${createUploadingMark('k-3', 'my [old]\n pier (1).png')}\n\nTwo`;
  expect(withoutStaleMarks(text, new Set(['k-3']))).toBe(text);
  expect(withoutStaleMarks(text, new Set(['k-4']))).toBe('One\n\nTwo');
});
