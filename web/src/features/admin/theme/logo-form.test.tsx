import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LogoForms } from './logo-form.js';

const fileField = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;

test('offers the types of pictures that the server opens: no SVG', () => {
  render(<LogoForms />);
  const types = fileField().accept.split(',');
  expect(types).toContain('image/png');
  expect(types.filter((type) => /svg|\*/.test(type))).toEqual([]);
});

test('refuses an SVG that was chosen nevertheless, before it is sent', async () => {
  render(<LogoForms />);
  const file = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' });
  fireEvent.change(fileField(), { target: { files: [file] } });
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This is an SVG drawing/);
});
