import { computeContrast } from '@guildhall/domain/theme/colour.js';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TitleColour } from './title-colour.js';

test('shows a title with sufficient contrast in each appearance', () => {
  render(<TitleColour title="Builder" color="#101080" change={vi.fn()} />);
  const samples = screen.getAllByRole('listitem');
  expect(samples.map(({ textContent }) => textContent)).toEqual([
    'BuilderDark',
    'BuilderLight',
    'BuilderHigh contrast',
  ]);
  for (const sample of samples) {
    const title = sample.querySelector('span');
    expect(computeContrast(title?.style.color ?? '', sample.style.backgroundColor)).toBeGreaterThanOrEqual(4.5);
  }
});

test('shows no preview of an invalid title colour, and can remove the colour', () => {
  const change = vi.fn();
  render(<TitleColour title="Builder" color="#10108" change={change} />);
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  expect(screen.getByRole('textbox', { name: 'Colour' }).getAttribute('aria-invalid')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'No colour' }));
  expect(change).toHaveBeenCalledWith('');
});
