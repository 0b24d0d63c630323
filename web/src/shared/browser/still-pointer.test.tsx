import { fireEvent } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findLeftoverListeners } from '../../testing/listeners.js';
import { isPointerOver, keepPointerStill } from './still-pointer.js';

/** The part of a page's layout that matters here: how far a link is from the top of the window, and the heights. */
const layout = { top: 0, pageHeight: 0, scrollY: 0 };
const windowHeight = 800;
let link: HTMLAnchorElement;
const reports: (() => void)[] = [];
const reportChange = () => reports.forEach((report) => report());

beforeAll(() => {
  class Observer {
    constructor(report: () => void) {
      reports.push(report);
    }
    observe() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  }
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('MutationObserver', Observer);
  keepPointerStill();
  findLeftoverListeners(); // Discards the listeners, which exist as long as the page.
});

afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(layout, { top: 300, pageHeight: 2_000, scrollY: 500 });
  link = document.body.appendChild(document.createElement('a'));
  vi.spyOn(link, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, layout.top, 100, 20));
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(windowHeight);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => layout.pageHeight);
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => layout.scrollY);
  Object.assign(document, { elementFromPoint: () => link });
  Object.assign(window, { scrollBy: ({ top }: { top: number }) => scrollBy(top) });
  fireEvent.pointerMove(link, { clientX: 50, clientY: 310 });
});

afterEach(() => {
  vi.runAllTimers();
  fireEvent.pointerLeave(document.documentElement);
  link.remove();
});

function scrollBy(pixels: number): void {
  layout.scrollY += pixels;
  layout.top -= pixels;
}

function getHeldHeight(): string {
  return document.documentElement.style.getPropertyValue('--held-height');
}

test.each([200, -80, -400])(
  'scrolls with what is under the pointer when a page change or the browser moves it by %i px',
  (pixels) => {
    layout.top += pixels;
    reportChange();
    expect(layout.top).toBe(300);
  },
);

test("follows the reader's own scrolling, and does not disturb it", () => {
  scrollBy(120);
  fireEvent.scroll(window);
  layout.top += 40;
  reportChange();
  expect(layout.top).toBe(180);
  fireEvent.wheel(link);
  layout.top += 40;
  reportChange();
  expect(layout.top).toBe(220);
});

test.each(['click', 'drop'] as const)('allows the effects of a %s, and holds the pointer again afterwards', (type) => {
  fireEvent[type](link);
  layout.top += 40;
  reportChange();
  vi.runAllTimers();
  layout.top += 30;
  reportChange();
  expect(layout.top).toBe(340);
});

test('a page that becomes too short keeps the height that the reader still sees', () => {
  layout.pageHeight = 1_200;
  layout.top += 100; // The browser has scrolled up because the page was 1,300 px tall.
  layout.scrollY = 400;
  reportChange();
  fireEvent.scroll(window);
  expect([layout.top, getHeldHeight()]).toEqual([300, '1300px']);
  scrollBy(-50);
  fireEvent.scroll(window);
  expect(getHeldHeight()).toBe('1250px');
});

test('holds nothing while the pointer is next to the content of a page that is taller than the window', () => {
  vi.spyOn(link, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, layout.top, 100, innerHeight + 1));
  fireEvent.pointerMove(link, { clientX: 50, clientY: 310 });
  layout.top += 40;
  reportChange();
  expect(layout.top).toBe(340);
});

test('does not scroll the page when an element that does not scroll with it moves', () => {
  vi.stubGlobal('scrollBy', ({ top }: { top: number }) => void (layout.scrollY += top));
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => void (layout.scrollY = top));
  layout.top += 40;
  reportChange();
  expect([layout.top, layout.scrollY]).toEqual([340, 500]);
});

test('holds the link under the pointer when its title is replaced', () => {
  const title = link.appendChild(document.createElement('strong'));
  fireEvent.pointerMove(title, { clientX: 50, clientY: 310 });
  title.remove();
  layout.top += 40;
  reportChange();
  expect(layout.top).toBe(300);
});

test('holds the element that opened a popup while the pointer is on the popup', () => {
  const popup = document.body.appendChild(document.createElement('div'));
  popup.className = 'popup-layer';
  fireEvent.pointerMove(popup, { clientX: 50, clientY: 340 });
  layout.top += 40;
  reportChange();
  expect(layout.top).toBe(300);
  popup.remove();
});

test.each([
  [310.6, false],
  [310.4, true],
  [290.6, true],
  [290.4, false],
])('with the pointer at 310 px, a 20 px tall element starting at %f px is under it: %s', (top, isOver) => {
  layout.top = top;
  expect(isPointerOver(link)).toBe(isOver);
});
