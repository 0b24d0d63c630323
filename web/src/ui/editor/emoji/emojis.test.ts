import { expect, test } from 'vitest';
import { listSpriteSets } from '../../../../emoji-catalogue.js';
import { findEmojis, type PickableEmoji } from './emojis.js';

const buildEmoji = (character: string, names: string[], words: string): PickableEmoji => ({
  character,
  names,
  label: words,
  words: words.split(' '),
  category: 'objects',
  drawing: '',
});
const emojis = [
  buildEmoji('🌳', ['deciduous_tree'], 'deciduous tree wood'),
  buildEmoji('🎄', ['christmas_tree'], 'christmas tree wood'),
  buildEmoji('🏠', ['house'], 'house building home'),
  buildEmoji('🪵', ['wood'], 'wood lumber'),
  buildEmoji('🏡', ['house_with_garden'], 'house with garden'),
];
const listFound = (text: string, max = 9) => findEmojis(emojis, text, max).map(({ character }) => character);

test('finds emoji by their name, label and tags, with the closest names first', () => {
  expect(listFound('wood')).toEqual(['🪵', '🌳', '🎄']);
  expect(listFound('house')).toEqual(['🏠', '🏡']);
  expect(listFound('House_w')).toEqual(['🏡']);
  expect(listFound('tree chr')).toEqual(['🎄']);
  expect(listFound('wood', 2)).toEqual(['🪵', '🌳']);
  expect(listFound('ouse')).toEqual([]);
  expect(listFound(' ')).toEqual([]);
});

test('people joined from several emoji have their own file, and emoji without a drawing are omitted', () => {
  const sets = listSpriteSets((emoji) => emoji !== '🎉');
  expect(sets.map(({ name }) => name)).toContain('people-joined');
  const characters = sets.flatMap((set) => set.emojis.map(([character]) => character));
  expect(characters).toContain('👍');
  expect(characters).not.toContain('🎉');
  expect(sets.find(({ name }) => name === 'people')?.emojis.some(([one]) => one.includes('\u200D'))).toBe(false);
});
