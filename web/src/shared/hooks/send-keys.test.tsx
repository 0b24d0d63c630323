import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sendWithKeys } from './send-keys.js';

test('submits a form with Ctrl+Enter or Cmd+Enter, but not with Enter alone', () => {
  const sent = vi.fn((event: Event) => event.preventDefault());
  render(
    <form onKeyDown={sendWithKeys} onSubmit={(event) => sent(event.nativeEvent)}>
      <textarea aria-label="Reply" />
    </form>,
  );
  const field = screen.getByLabelText('Reply');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(sent).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  fireEvent.keyDown(field, { key: 'Enter', metaKey: true });
  expect(sent).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(field, { key: 'a', ctrlKey: true });
  expect(sent).toHaveBeenCalledTimes(2);
});
