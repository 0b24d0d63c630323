import { icons } from '@guildhall/domain/icons.js';
import { emojiKeys } from '@guildhall/domain/reaction/emoji.js';
import { expect, test } from 'vitest';
import { spriteOf } from '../../web/emoji-sprites.js';
import { drawn } from '../../web/src/ui/emoji/drawn.js';

const symbolsOf = (sprite: string) =>
  new Map(
    [...sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/g)].map(([, id = '', body = '']) => [id, body]),
  );

test('draws every icon key and every reaction', () => {
  expect([...symbolsOf(spriteOf(drawn.places)).keys()]).toEqual(Object.keys(icons));
  expect([...symbolsOf(spriteOf(drawn.reactions)).keys()]).toEqual(emojiKeys);
});

test('contains only drawings and the licence, without scripts or links', () => {
  for (const emojis of Object.values(drawn)) {
    const sprite = spriteOf(emojis);
    for (const [id, body] of symbolsOf(sprite)) expect(body, id).toContain('<path');
    expect(sprite).toContain('MIT License');
    expect(sprite).not.toMatch(/<(script|image|foreignObject|style)|href=|\bon\w+=|url\(/i);
  }
});

test('fails the build on an emoji without a drawing', () => {
  expect(() => spriteOf({ letter: 'x' })).toThrow('No drawing for x');
});

test('draws an emoji of dark colours only in the colour of the text, so that it is visible on any page', () => {
  const places = symbolsOf(spriteOf(drawn.places));
  expect(places.get('music')).toContain('fill="currentColor"');
  expect(places.get('star')).not.toContain('currentColor');
});
