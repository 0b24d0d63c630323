import { icons } from '@guildhall/domain/icons.js';
import { emojiKeys } from '@guildhall/domain/reaction/emoji.js';
import { expect, test } from 'vitest';
import { renderSprite } from '../../web/emoji-sprites.js';
import { drawnEmoji } from '../../web/src/ui/emoji/drawn.js';

const listSymbols = (sprite: string) =>
  new Map(
    [...sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/g)].map(([, id = '', body = '']) => [id, body]),
  );

test('there is a drawing for every icon key and every reaction', () => {
  expect([...listSymbols(renderSprite(drawnEmoji.places)).keys()]).toEqual(Object.keys(icons));
  expect([...listSymbols(renderSprite(drawnEmoji.reactions)).keys()]).toEqual(emojiKeys);
});

test('emoji files contain only drawings and the licence, without scripts or links', () => {
  for (const emojis of Object.values(drawnEmoji)) {
    const sprite = renderSprite(emojis);
    for (const [id, body] of listSymbols(sprite)) expect(body, id).toContain('<path');
    expect(sprite).toContain('MIT License');
    expect(sprite).not.toMatch(/<(script|image|foreignObject|style)|href=|\bon\w+=|url\(/i);
  }
});

test('an emoji without a drawing fails the build', () => {
  expect(() => renderSprite({ letter: 'x' })).toThrow('No drawing for x');
});

test('dark emoji are drawn in the text colour, so they are visible on any page', () => {
  const places = listSymbols(renderSprite(drawnEmoji.places));
  expect(places.get('music')).toContain('fill="currentColor"');
  expect(places.get('star')).not.toContain('currentColor');
});
