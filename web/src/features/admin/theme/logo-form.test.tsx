import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LogoForms } from './logo-form.js';
import { texts } from './texts.js';

const getFileField = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;

test('accepts only image types that the server decodes, not SVG', () => {
  render(<LogoForms />);
  const types = getFileField().accept.split(',');
  expect(types).toContain('image/png');
  expect(types.filter((type) => /svg|\*/.test(type))).toEqual([]);
});

test('describes each file field by the hint on sizes and types', () => {
  render(<LogoForms />);
  for (const { title, choose } of [texts.logo.dark, texts.logo.light]) {
    const field = within(screen.getByRole('form', { name: title })).getByLabelText(choose);
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toBe(texts.logo.hint);
  }
});

test('rejects an SVG logo before the upload', async () => {
  render(<LogoForms />);
  const file = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' });
  fireEvent.change(getFileField(), { target: { files: [file] } });
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This is an SVG drawing/);
});
