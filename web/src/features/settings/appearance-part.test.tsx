import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { show } from '../../testing/show.js';
import { chooseDensity, chooseSingleKeys, useListChoices } from '../../shared/browser/list-choices.js';
import { AppearancePart } from './appearance-part.js';

beforeEach(() => {
  chooseDensity('compact');
  chooseSingleKeys(true);
});

test('this browser remembers the row height and the keyboard shortcut setting', async () => {
  const user = await show(<AppearancePart />);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Compact/ }).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: /^Comfortable/ }));
  await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }));
  expect(useListChoices.getState()).toEqual({ density: 'comfortable', singleKeys: false });
  expect(localStorage.getItem('guildhall.density')).toBe('comfortable');
  expect(localStorage.getItem('guildhall.single-keys')).toBe('off');
});
