import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textColours } from '@guildhall/domain/status/description.js';
import { computeContrast } from '@guildhall/domain/theme/colour.js';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { gameColours, GameText } from './game-text.js';

test('every colour in a description is readable on its background', () => {
  const sheet = readFileSync(join(import.meta.dirname, 'game-text.module.css'), 'utf8');
  const [, background = ''] = /--game-background: (#[\da-f]{6});/.exec(sheet) ?? [];
  for (const colour of textColours)
    expect(computeContrast(gameColours[colour], background), colour).toBeGreaterThanOrEqual(7);
});

test('shows markup in a description as text', () => {
  render(<GameText parts={[{ text: '<b>Lobby</b>', colour: 'gold', styles: ['bold'] }]} />);
  expect(screen.getByText('<b>Lobby</b>').tagName).toBe('SPAN');
});
