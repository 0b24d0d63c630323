import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Link, Router } from '../shared/router.js';
import { useScrollMemory } from './scroll-memory.js';

afterEach(() => vi.restoreAllMocks());

function Page() {
  useScrollMemory();
  return (
    <>
      <Link to="/forums?sort=newest">Newest</Link>
      <Link to="/members">Members</Link>
    </>
  );
}

function open(path: string) {
  const scrollTo = vi
    .spyOn(window, 'scrollTo')
    .mockImplementation((_, height) => void (window.scrollY = Number(height)));
  scrollTo.mockClear();
  history.replaceState({ key: path }, '', path);
  render(
    <Router>
      <Page />
    </Router>,
  );
  return scrollTo;
}

test('restores the scroll position of a document only on the page that had it', () => {
  open('/forums/thread/1');
  window.scrollY = 500;
  window.dispatchEvent(new Event('scroll'));
  cleanup();
  window.scrollY = 0;
  expect(open('/notifications')).not.toHaveBeenCalledWith(0, 500);
  cleanup();
  expect(open('/forums/thread/1')).toHaveBeenCalledWith(0, 500);
});

test('starts a new page at the top, but does not scroll on another view of the same page', () => {
  const scrollTo = open('/forums');
  window.scrollY = 300;
  act(() => screen.getByText('Newest').click());
  expect(scrollTo).not.toHaveBeenCalled();
  act(() => screen.getByText('Members').click());
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

test('returns to the top of a page that was never scrolled', () => {
  open('/latest');
  cleanup();
  window.scrollY = 400;
  expect(open('/latest')).toHaveBeenCalledWith(0, 0);
});

test('stores the most recent scroll positions for a reload', () => {
  for (let page = 1; page <= 60; page++) {
    open(`/forums/thread/${page}`);
    window.scrollY = page;
    window.dispatchEvent(new Event('scroll'));
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
  }
  const stored = JSON.parse(sessionStorage.getItem('guildhall.heights') ?? '[]') as [string, number][];
  expect(stored).toHaveLength(50);
  expect(stored.at(-1)?.[1]).toBe(60);
});
