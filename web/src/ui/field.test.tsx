import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextArea, TextField } from './field.js';

test.each([
  ['TextField', TextField],
  ['TextArea', TextArea],
])('the hint of %s describes its input', (_, Field) => {
  render(<Field label="Name" hint="Shown to everybody." />);
  const input = screen.getByLabelText('Name');
  const hint = screen.getByText('Shown to everybody.');
  expect(input.getAttribute('aria-describedby')).toBe(hint.id);
  expect(input.hasAttribute('hint')).toBe(false);
});
