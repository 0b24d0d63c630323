import { describe, expect, test } from 'vitest';
import { findEmbed } from './find-embed.js';

const hosts = ['i.example.org'];
const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';

describe('video URL', () => {
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', player],
    ['http://m.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=1m30s', `${player}?start=90`],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc&t=75', `${player}?start=75`],
    ['https://youtu.be/dQw4w9WgXcQ?t=soon', player],
    ['https://youtube.com/watch?v=dQw4w9WgXcQ&start=1h', `${player}?start=3600`],
  ])('the video %s plays at %s', (address, src) => {
    expect(findEmbed(address, [])).toEqual({ kind: 'video', src, isTall: false });
  });

  test('shows a short video in portrait format', () => {
    expect(findEmbed('https://www.youtube.com/shorts/dQw4w9WgXcQ', [])).toEqual({
      kind: 'video',
      src: player,
      isTall: true,
    });
  });
});

test('shows an image from an allowed host, including its query', () => {
  expect(findEmbed('https://I.example.org/a/Spawn.PNG?w=2#top', hosts)).toEqual({
    kind: 'image',
    src: 'https://i.example.org/a/Spawn.PNG?w=2#top',
    host: 'i.example.org',
  });
});

test.each([
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ"onload',
  'https://www.youtube.com/channel/dQw4w9WgXcQ',
  'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
  'https://notyoutu.be/dQw4w9WgXcQ',
  'https://youtu.be:8443/dQw4w9WgXcQ',
  'javascript://youtu.be/dQw4w9WgXcQ',
  'https://other.example.org/a.png',
  'https://a.i.example.org/a.png',
  'http://i.example.org/a.png',
  'https://i.example.org:8443/a.png',
  'https://name@i.example.org/a.png',
  'https://i.example.org/a.svg',
  'https://i.example.org/a?b=.png',
  '/forums/thread/1',
  '',
])('leaves %j as a plain link', (address) => {
  expect(findEmbed(address, hosts)).toBeNull();
});
