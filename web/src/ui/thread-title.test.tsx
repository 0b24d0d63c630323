import { computeContrast } from '@guildhall/domain/theme/colour.js';
import { prefixColors } from '@guildhall/domain/structure/events.js';
import { render } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ThreadTitle } from './thread-title.js';

test('shows the thread prefix before the title', () => {
  const prefix = { id: 71, label: 'Bug', color: 'red' } as const;
  const { container, rerender } = render(<ThreadTitle thread={{ title: 'It breaks', prefix }} />);
  expect(container.textContent).toBe('Bug It breaks');
  rerender(<ThreadTitle thread={{ title: 'It breaks', prefix: null }} />);
  expect(container.textContent).toBe('It breaks');
});

const tokens = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8');
const readToken = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1] ?? '';

test.each(prefixColors)('shows a %s prefix with a readable contrast', (color) => {
  expect(computeContrast(readToken(`prefix-${color}`), readToken(`prefix-${color}-text`))).toBeGreaterThanOrEqual(4.5);
});
