import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { show } from '../../../testing/show.js';
import { chooseDensity, chooseSingleKeys, useListChoices } from '../../../shared/browser/list-choices.js';
import { ListChoices } from './list-choices.js';

beforeEach(() => {
  chooseDensity('compact');
  chooseSingleKeys(true);
});

test('saves the height of rows and the single keys in this browser', async () => {
  const user = await show(<ListChoices />);
  expect(screen.getByLabelText<HTMLInputElement>('Compact').checked).toBe(true);
  await user.click(screen.getByLabelText('Comfortable'));
  await user.click(screen.getByLabelText('Single-key shortcuts'));
  expect(useListChoices.getState()).toEqual({ density: 'comfortable', singleKeys: false });
  expect(localStorage.getItem('guildhall.density')).toBe('comfortable');
  expect(localStorage.getItem('guildhall.single-keys')).toBe('off');
});
