import { expect, test } from 'vitest';
import { modeLinks, modeNamed } from './modes.js';

const counted = [{ mode: 'Battle Royale' }, { mode: 'Sky_Islands' }];

test('A mode is found by its address, whether its players are counted or not.', () => {
  expect(modeNamed('global', counted)).toEqual({ name: 'Global', series: null });
  expect(modeNamed('battleroyale', counted)).toEqual({ name: 'Battle Royale', series: 'Battle Royale' });
  expect(modeNamed('Kingdoms', counted)).toEqual({ name: 'Kingdoms', series: 'kingdoms' });
  expect(modeNamed('sky-islands', counted)).toEqual({ name: 'Sky_Islands', series: 'Sky_Islands' });
});

test('Any other address is no mode.', () => {
  expect(modeNamed('nowhere', counted)).toBeNull();
});

test('Modes that the navigation does not have are offered beside its own, once.', () => {
  const names = modeLinks(counted).map(({ name }) => name);
  expect(names).toEqual(['Global', 'WildWestern', 'Battle Royale', 'Kingdoms', 'Sky_Islands']);
});
