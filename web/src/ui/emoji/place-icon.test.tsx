import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PlaceIcon } from './place-icon.js';

test('names the emoji for screen readers and includes its character for copying', () => {
  render(<PlaceIcon icon="book" />);
  expect(screen.getByRole('img', { name: 'Open book' }).querySelector('use')?.getAttribute('href')).toMatch(/#book$/);
  expect(screen.getByText('📖').getAttribute('aria-hidden')).toBe('true');
});

test.each(['unknown', 'constructor'])('shows the default icon for the key "%s"', (icon) => {
  render(<PlaceIcon icon={icon} />);
  expect(screen.getByRole('img', { name: 'Folder' })).toBeDefined();
});
