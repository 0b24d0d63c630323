import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { useScrollMemory } from './scroll-memory.js';

afterEach(() => vi.restoreAllMocks());

function Page() {
  useScrollMemory();
  return null;
}

/** As a document that begins with this address. */
function open(path: string) {
  const scrollTo = vi
    .spyOn(window, 'scrollTo')
    .mockImplementation((_, height) => void (window.scrollY = Number(height)));
  scrollTo.mockClear();
  render(
    <MemoryRouter initialEntries={[{ pathname: path, key: 'default' }]}>
      <Page />
    </MemoryRouter>,
  );
  return scrollTo;
}

test('restores the position of a document only on the page that had it', () => {
  open('/forums/thread/1');
  window.scrollY = 500;
  window.dispatchEvent(new Event('scroll'));
  cleanup();
  window.scrollY = 0;
  expect(open('/notifications')).not.toHaveBeenCalledWith(0, 500);
  cleanup();
  expect(open('/forums/thread/1')).toHaveBeenCalledWith(0, 500);
});
