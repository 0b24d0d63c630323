import { beforeEach, expect, test, vi } from 'vitest';
import * as stillPointer from '../../../shared/browser/still-pointer.js';
import { holdPlace, setInitialPlace, useReadingPlace } from './reading-place.js';

let tops: number[];
let heights: number[];

beforeEach(() => {
  useReadingPlace.setState(useReadingPlace.getInitialState());
  document.body.innerHTML = [1, 2].map((id) => `<p id="post-${id}" data-at="2026" data-order="${id}"></p>`).join('');
  for (const [n, post] of document.querySelectorAll('p').entries()) {
    vi.spyOn(post, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, tops[n], 600, heights[n]));
  }
  vi.stubGlobal('scrollY', 500);
  vi.stubGlobal('scrollBy', (_: number, by: number) => (tops = tops.map((top) => top - by)));
});

test('a post above the reading line is not scrolled into view when the page renders', () => {
  [tops, heights] = [
    [-300, 50],
    [100, 400],
  ];
  setInitialPlace();
  holdPlace();
  expect(tops).toEqual([-300, 50]);
});

test('a post at the reading line stays in view if it becomes shorter', () => {
  [tops, heights] = [
    [-300, 50],
    [350, 400],
  ];
  setInitialPlace();
  heights = [100, 400];
  tops = [-300, -200];
  holdPlace();
  expect(tops).toEqual([-99, 1]);
});

test('a page scrolled to keep what is under the pointer in place is not scrolled back on the next render', () => {
  [tops, heights] = [
    [-100, 250],
    [350, 400],
  ];
  setInitialPlace();
  vi.spyOn(stillPointer, 'holdPointer').mockImplementationOnce(() => {
    tops = tops.map((top) => top - 1);
    return true;
  });
  holdPlace();
  holdPlace();
  expect(tops).toEqual([-101, 249]);
});

test('measuring an unchanged page notifies no subscriber', () => {
  [tops, heights] = [
    [-100, 250],
    [350, 400],
  ];
  setInitialPlace();
  const notify = vi.fn<() => void>();
  const unsubscribe = useReadingPlace.subscribe(notify);
  holdPlace();
  unsubscribe();
  expect(notify).not.toHaveBeenCalled();
});
