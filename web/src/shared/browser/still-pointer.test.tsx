import { fireEvent } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findLeftoverListeners } from '../../testing/listeners.js';
import { isPointerOver, keepPointerStill } from './still-pointer.js';

/** The part of a page's layout that matters here: its height, and how far a link is from the top of the window. */
const layout = { height: 0, top: 0 };
let link: HTMLAnchorElement;
let reportResize: () => void;

beforeAll(() => {
  class Sizes {
    constructor(report: () => void) {
      reportResize = report;
    }
    observe() {}
  }
  vi.stubGlobal('ResizeObserver', Sizes);
  vi.spyOn(MutationObserver.prototype, 'observe').mockReturnValue();
  keepPointerStill();
  findLeftoverListeners(); // Discards the listeners, which exist as long as the page.
});

beforeEach(() => {
  Object.assign(layout, { height: 2_000, top: 300 });
  link = document.body.appendChild(document.createElement('a'));
  vi.spyOn(link, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, layout.top, 100, 20));
  vi.spyOn(document.body, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 1_000, layout.height));
  Object.assign(document, { elementFromPoint: () => link });
  Object.assign(window, { scrollBy: ({ top }: { top: number }) => void (layout.top -= top) });
  reportResize(); // Observers also report the page's initial size.
  fireEvent.pointerMove(link, { clientX: 50, clientY: 310 });
});

afterEach(() => {
  fireEvent.pointerLeave(document.documentElement);
  link.remove();
});

function change({ height, top }: { height: number; top: number }): void {
  layout.height += height;
  layout.top += top;
}

test('scrolls with what is under the pointer when the page grows or shrinks above it', () => {
  change({ height: 200, top: 200 });
  reportResize();
  expect(layout.top).toBe(300);
  change({ height: -80, top: -80 });
  reportResize();
  expect(layout.top).toBe(300);
});

test('reverts what the browser scrolled by itself, even if it scrolled further than the height changed', () => {
  change({ height: -50, top: -400 });
  reportResize();
  expect(layout.top).toBe(300);
});

test('a scroll between a change and its report does not move what is under the pointer', () => {
  change({ height: 200, top: 200 });
  fireEvent.scroll(window);
  reportResize();
  expect(layout.top).toBe(300);
});

test("follows the reader's own scrolling, and does not disturb it", () => {
  change({ height: 0, top: -120 });
  fireEvent.scroll(window);
  change({ height: 40, top: 40 });
  reportResize();
  expect(layout.top).toBe(180);
  fireEvent.wheel(link);
  change({ height: 40, top: 40 });
  reportResize();
  expect(layout.top).toBe(220);
});

test.each([
  [310.6, false],
  [310.4, true],
  [290.6, true],
  [290.4, false],
])('the pointer at 310 px: an element from %f px, 20 px high, is under it: %s', (top, isOver) => {
  layout.top = top;
  expect(isPointerOver(link)).toBe(isOver);
});
