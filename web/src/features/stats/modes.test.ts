import { expect, test } from 'vitest';
import { buildModeLinks, findMode } from './modes.js';

const countedModes = [{ mode: 'Battle Royale' }, { mode: 'Sky_Islands' }];

test('finds a game mode by its URL, whether or not its players are counted', () => {
  expect(findMode('global', countedModes)).toEqual({ name: 'Global', series: null });
  expect(findMode('battleroyale', countedModes)).toEqual({ name: 'Battle Royale', series: 'Battle Royale' });
  expect(findMode('Kingdoms', countedModes)).toEqual({ name: 'Kingdoms', series: 'kingdoms' });
  expect(findMode('sky-islands', countedModes)).toEqual({ name: 'Sky_Islands', series: 'Sky_Islands' });
});

test('finds no game mode for an unknown URL', () => {
  expect(findMode('nowhere', countedModes)).toBeNull();
});

test('lists each game mode once, including counted ones missing from the navigation', () => {
  const names = buildModeLinks(countedModes).map(({ name }) => name);
  expect(names).toEqual(['Global', 'WildWestern', 'Battle Royale', 'Kingdoms', 'Sky_Islands']);
});
