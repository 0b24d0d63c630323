import { expect, test } from 'vitest';
import { piecesOf } from './marked.js';

test('separates the matched text from the text around it', () => {
  expect(piecesOf('The <mark>old</mark> <mark>harbour</mark>')).toEqual([
    { text: 'The ', marked: false },
    { text: 'old', marked: true },
    { text: ' ', marked: false },
    { text: 'harbour', marked: true },
  ]);
});

test('decodes HTML entities once', () => {
  expect(piecesOf('&lt;b&gt; &amp;amp; &quot;<mark>a&lt;b</mark>&quot;')).toEqual([
    { text: '<b> &amp; "', marked: false },
    { text: 'a<b', marked: true },
    { text: '"', marked: false },
  ]);
});

test('leaves other markup as text', () => {
  expect(piecesOf('<img src=x>')).toEqual([{ text: '<img src=x>', marked: false }]);
});
