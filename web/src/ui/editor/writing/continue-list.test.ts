import { expect, test } from 'vitest';
import { continueList } from './continue-list.js';

/** `|` marks the caret. Returns null if Enter is an ordinary line break. */
function pressEnter(drawn: string): string | null {
  const [start, text] = [drawn.indexOf('|'), drawn.replace('|', '')];
  const change = continueList({ text, start, end: start });
  if (change === null) return null;
  const after = text.slice(0, change.start) + change.text + text.slice(change.end);
  return `${after.slice(0, change.select[0])}|${after.slice(change.select[0])}`;
}

test.each([
  ['- eggs|', '- eggs\n- |'],
  ['* eggs|', '* eggs\n* |'],
  ['- one| two', '- one\n- | two'],
  ['  - nested|', '  - nested\n  - |'],
  ['1. one|', '1. one\n2. |'],
  ['9) nine|\n10) ten', '9) nine\n10) |\n10) ten'],
  ['- [x] done|', '- [x] done\n- [ ] |'],
  ['1. [ ] open|', '1. [ ] open\n2. [ ] |'],
  ['> quoted|', '> quoted\n> |'],
  ['>quoted|', '>quoted\n>|'],
  ['>! secret|', '>! secret\n>! |'],
  ['> > deep|', '> > deep\n> > |'],
  ['> - item|', '> - item\n> - |'],
  ['- one\n\t- nested|', '- one\n\t- nested\n\t- |'],
  ['-\teggs|', '-\teggs\n-\t|'],
  ['- |text', '- \n- |text'],
])('Enter continues the list or quote %j', (before, after) => {
  expect(pressEnter(before)).toBe(after);
});

test.each([
  ['- a\n  - |\nlast', '- a\n- |\nlast'],
  ['- a\n  - b\n    - |', '- a\n  - b\n  - |'],
  ['- a\n\t- b\n\t- |', '- a\n\t- b\n- |'],
  ['1. [x] one\n\n   more\n   - |', '1. [x] one\n\n   more\n2. [ ] |'],
  ['> - a\n>   - |', '> - a\n> - |'],
])('Enter moves an empty nested item out by one level in %j', (before, after) => {
  expect(pressEnter(before)).toBe(after);
});

test.each([
  ['- eggs\n- |', '- eggs\n\n|'],
  ['1. one\n2. |', '1. one\n\n|'],
  ['- [ ] |', '\n|'],
  ['- a\n\ntext\n  - |', '- a\n\ntext\n\n|'],
  ['> quoted\n> |', '> quoted\n\n|'],
  ['> |', '|'],
  ['> - item\n> - |', '> - item\n>\n> |'],
])('Enter ends the list or quote after an empty line in %j', (before, after) => {
  expect(pressEnter(before)).toBe(after);
});

test.each(['plain|', '-|', '-no item|', '---|', '**bold**|', '1.5 metres|', '```\n- code|', '    |', '|', '`- a|'])(
  'Enter is an ordinary line break in %j',
  (text) => {
    expect(pressEnter(text)).toBeNull();
  },
);
