import { deriveColours } from '@guildhall/domain/theme/theme-colours.js';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ColourField, isColour, withTransparency } from './colour-field.js';
import { discard, openTheme, useEditor } from './store.js';

const open = (css: string) => openTheme({ name: 'Night', css, live: true, version: 3 });
const getField = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
const type = (label: string, value: string) => {
  fireEvent.change(getField(label), { target: { value } });
  fireEvent.blur(getField(label));
};

beforeEach(() => {
  discard();
  open('--color-accent: #22aa44;');
});

test('shows whether a colour is set or derived from the accent, and can reset it', () => {
  render(
    <>
      <ColourField variable="--color-accent" />
      <ColourField variable="--color-link" />
      <ColourField variable="--color-bg" />
    </>,
  );
  const derivedColour = deriveColours({ '--color-accent': '#22aa44' })['--color-link'];
  expect(getField('Links').value).toBe(derivedColour);
  expect(getDescription('Links')).toBe('from the accent');
  expect(getDescription('Page')).toBe('standard');
  type('Links', '#ffffff');
  expect(getDescription('Links')).toBe('set');
  fireEvent.click(screen.getByRole('button', { name: 'Reset: Links' }));
  expect([getDescription('Links'), getField('Links').value]).toEqual(['from the accent', derivedColour]);
  expect(useEditor.getState().namedColours).toEqual({ '--color-accent': '#22aa44' });
});

test('derives unset colours from the accent and shows whether the accent was adjusted', () => {
  render(
    <>
      <ColourField variable="--color-accent" />
      <ColourField variable="--color-link" />
    </>,
  );
  expect(getDescription('Accent')).toBe('sets the tinted colours');
  type('Accent', '#000044');
  const { ['--color-accent']: shownColour, ['--color-link']: link } = deriveColours({ '--color-accent': '#000044' });
  expect(getField('Links').value).toBe(link);
  expect(getField('Accent').value).toBe('#000044');
  expect(getDescription('Accent')).toBe(`shown as ${shownColour}, so that it stays readable`);
});

function getDescription(label: string): string | null | undefined {
  return document.getElementById(getField(label).getAttribute('aria-describedby') ?? '')?.textContent;
}

test('rejects every colour that the server would reject', () => {
  expect(['#fff', 'teal', 'rgb(1 2 3)', 'oklch(0.5 0.1 20)'].map(isColour)).toEqual([true, true, true, true]);
  expect(['', 'url(x)', '#12', 'red; --color-bg: blue', 'no colour'].map(isColour)).toEqual(Array(5).fill(false));
});

test('picking a colour preserves its transparency', () => {
  expect(withTransparency('#0a0705cc', '#112233')).toBe('#112233cc');
  expect(withTransparency('teal', '#112233')).toBe('#112233');
});
