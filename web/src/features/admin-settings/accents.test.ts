import { contrastFaults } from '@guildhall/domain/theme/contrast-pairs.js';
import { readTheme } from '@guildhall/domain/theme/css.js';
import { expect, test } from 'vitest';
import { accents, cssWith, themeWith, type AccentName } from './accents.js';

test.each(Object.keys(accents) as AccentName[])('makes everything readable with %s as the accent', (name) => {
  expect(contrastFaults(themeWith(name))).toEqual([]);
  expect(readTheme(cssWith(name))).toEqual(themeWith(name));
});
