import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ThreadTitle } from './thread-title.js';

test('shows the prefix before the title', () => {
  const prefix = { id: 71, label: 'Bug', color: 'red' } as const;
  const { container, rerender } = render(<ThreadTitle thread={{ title: 'It breaks', prefix }} />);
  expect(container.textContent).toBe('Bug It breaks');
  rerender(<ThreadTitle thread={{ title: 'It breaks', prefix: null }} />);
  expect(container.textContent).toBe('It breaks');
});
