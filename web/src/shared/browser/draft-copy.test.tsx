import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asTab, draftTexts } from '../../testing/drafts.js';
import { DraftCopy } from './draft-copy.js';
import { forget, store, readStored, storedKeys } from './storage.js';

const stops: (() => void)[] = [];
let one: DraftCopy;
let two: DraftCopy;

function openTab(initial = ''): DraftCopy {
  const copy = new DraftCopy('3.thread.7', initial);
  stops.push(copy.start());
  return copy;
}

const saveAll = () => asTab(() => window.dispatchEvent(new Event('pagehide')));

function type(copy: DraftCopy, text: string): void {
  asTab(() => copy.setText(text));
  saveAll();
}
const send = (copy: DraftCopy) => asTab(() => copy.done(copy.state.text));

beforeEach(() => {
  one = openTab();
  two = openTab();
});

function closeTabs(): void {
  for (const stop of stops.splice(0)) stop();
  for (const key of storedKeys('draft.')) forget(key);
}
afterEach(closeTabs);

test('sending a draft clears the same draft in the other tab, which can restore it', () => {
  type(one, 'Nice build!');
  expect(two.state.text).toBe('Nice build!');
  const key = two.keyFor('Nice build!');
  expect(key).toBe(one.keyFor('Nice build!'));
  send(one);
  expect(two.state).toMatchObject({ text: '', sentElsewhere: 'Nice build!' });
  expect(draftTexts()).toEqual([]);
  asTab(two.takeBack);
  expect(two.state).toMatchObject({ text: 'Nice build!', sentElsewhere: null });
  expect(two.keyFor('Nice build!')).not.toBe(key);
});

test('shows the current draft when the back-forward cache restores a page that missed a change', () => {
  type(one, 'Nice build!');
  store('draft.3.thread.7', readStored('draft.3.thread.7')!.replace('Nice', 'Lovely'));
  window.dispatchEvent(new Event('pageshow'));
  expect(two.state.text).toBe('Lovely build!');
});

test('clears a draft typed just before it was sent', () => {
  type(one, 'Nice');
  asTab(() => one.setText('Nice build!'));
  send(one);
  expect(two.state).toMatchObject({ text: '', sentElsewhere: 'Nice build!' });
});

test('clears a draft that was typed in both tabs', () => {
  asTab(() => two.setText('Nice build!'));
  type(one, 'Nice build!');
  send(one);
  expect(two.state).toMatchObject({ text: '', sentElsewhere: 'Nice build!' });
});

test('retains a different draft if the other tab sends its own', () => {
  type(one, 'Nice build!');
  type(two, 'How did you do that?');
  send(one);
  saveAll();
  expect(two.state).toMatchObject({ text: 'How did you do that?', other: null, sentElsewhere: null });
  expect(draftTexts()).toEqual(['How did you do that?']);
  expect(openTab().state.text).toBe('How did you do that?');
});

test('shows and stores both drafts in both tabs until one is chosen', () => {
  type(one, 'Nice build!');
  type(two, 'How did you do that?');
  expect(one.state).toMatchObject({ text: 'Nice build!', other: 'How did you do that?' });
  expect(two.state).toMatchObject({ text: 'How did you do that?', other: 'Nice build!' });
  expect(draftTexts().sort()).toEqual(['How did you do that?', 'Nice build!']);
  const third = openTab();
  expect([third.state.text, third.state.other].sort()).toEqual(['How did you do that?', 'Nice build!']);
});

test.each([
  ['keepThis', 'one', 'Nice build!'],
  ['keepThis', 'two', 'How did you do that?'],
  ['useOther', 'one', 'How did you do that?'],
  ['useOther', 'two', 'Nice build!'],
] as const)('%s in tab %s makes "%s" the draft of both tabs', (choice, tab, chosen) => {
  type(one, 'Nice build!');
  type(two, 'How did you do that?');
  asTab((tab === 'one' ? one : two)[choice]);
  expect(one.state).toMatchObject({ text: chosen, other: null });
  expect(two.state).toMatchObject({ text: chosen, other: null });
  expect(draftTexts()).toEqual([chosen]);
  send(two);
  expect(one.state).toMatchObject({ text: '', sentElsewhere: chosen });
});

test('discarding the draft clears untouched fields, but not typed text', () => {
  const third = openTab();
  type(one, 'Nice build!');
  asTab(() => third.setText('Nice build!'));
  asTab(one.clear);
  expect(two.state.text).toBe('');
  expect(third.state.text).toBe('Nice build!');
});

test('returns a new key for the next draft, and for the same draft with other content', () => {
  type(one, 'Nice build!');
  const key = one.keyFor({ to: 1 });
  expect(one.keyFor({ to: 1 })).toBe(key);
  expect(one.keyFor({ to: 2 })).not.toBe(key);
  send(one);
  type(one, 'Nice build!');
  expect(two.keyFor({ to: 1 })).not.toBe(key);
});

test('no actions in three tabs lose a draft or show one that was sent', () => {
  const action = fc.tuple(fc.nat(2), fc.constantFrom('type', 'type', 'send', 'keepThis', 'useOther'));
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      closeTabs();
      const tabs = [openTab(), openTab(), openTab()];
      actions.forEach(([at, what], step) => {
        const tab = tabs[at] ?? one;
        const { text } = tab.state;
        const before = tabs.map(({ state }) => state.text);
        if (what === 'type') {
          type(tab, `${text}${step}, `);
          tabs.forEach((each, n) => each !== tab && expect([before[n], tab.state.text]).toContain(each.state.text));
        } else if (what !== 'send') asTab(tab[what]);
        else if (text !== '') {
          send(tab);
          for (const { state } of tabs) expect(state.text).not.toBe(text);
        }
        saveAll();
        const shown = new Set(tabs.map(({ state }) => state.text).filter((each) => each !== ''));
        expect(new Set(draftTexts().filter((each) => each !== ''))).toEqual(shown);
        if (shown.size > 1) expect(tabs.some(({ state }) => state.other !== null)).toBe(true);
      });
    }),
    // An empty text is also stored if the writer chose it, so that the other tabs follow.
    {
      examples: [
        [
          [
            [1, 'type'],
            [0, 'type'],
            [2, 'type'],
            [0, 'send'],
            [0, 'keepThis'],
          ],
        ],
      ],
    },
  );
});
