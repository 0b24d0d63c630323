import { afterEach, expect, test, vi } from 'vitest';
import { setText } from './insert-text.js';

const field = document.createElement('textarea');
const typed = vi.fn<(command: string, isShown: boolean, text: string) => boolean>();

afterEach(() => {
  field.remove();
  typed.mockReset();
});

/** Simulates the browser's `execCommand`, which jsdom lacks. Returns the replaced and the inserted text. */
function change(before: string, after: string) {
  document.body.append(field);
  field.value = before;
  Object.assign(document, { execCommand: typed });
  let replaced = '';
  typed.mockImplementation((_command, _isShown, text = '') => {
    replaced = field.value.slice(field.selectionStart, field.selectionEnd);
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    return true;
  });
  setText(field, after);
  expect(field.value).toBe(after);
  return [replaced, typed.mock.lastCall?.[2]];
}

test('changes only what differs, so that the browser can undo the change', () => {
  expect(change('The old pier', 'The new pier')).toEqual(['old', 'new']);
});

test.each([
  ['their first half', 'A 😀 face', 'A 😁 face', ['😀', '😁']],
  ['their second half', 'A 🀄 tile', 'A 🐄 tile', ['🀄', '🐄']],
])('replaces whole characters that have %s in common', (_, before, after, expected) => {
  expect(change(before, after)).toEqual(expected);
});
