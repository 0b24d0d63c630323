import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runAsTab, listDraftTexts } from '../../testing/drafts.js';
import { DraftCopy } from './draft-copy.js';
import { forget, store, readStored, listStoredKeys } from './storage.js';

const stops: (() => void)[] = [];
let firstTab: DraftCopy;
let secondTab: DraftCopy;

function openTab(initial = ''): DraftCopy {
  const copy = new DraftCopy('3.thread.7', initial);
  stops.push(copy.start());
  return copy;
}

const saveAll = () => runAsTab(() => window.dispatchEvent(new Event('pagehide')));

function type(copy: DraftCopy, text: string): void {
  runAsTab(() => copy.setText(text));
  saveAll();
}
const send = (copy: DraftCopy) => runAsTab(() => copy.done(copy.state.text));

beforeEach(() => {
  firstTab = openTab();
  secondTab = openTab();
});

function closeTabs(): void {
  for (const stop of stops.splice(0)) stop();
  for (const key of listStoredKeys('draft.')) forget(key);
}
afterEach(closeTabs);

test('sending a draft clears the same draft in the other tab, which can restore it', () => {
  type(firstTab, 'Nice build!');
  expect(secondTab.state.text).toBe('Nice build!');
  const key = secondTab.keyFor('Nice build!');
  expect(key).toBe(firstTab.keyFor('Nice build!'));
  send(firstTab);
  expect(secondTab.state).toMatchObject({ text: '', sentElsewhere: 'Nice build!' });
  expect(listDraftTexts()).toEqual([]);
  runAsTab(secondTab.takeBack);
  expect(secondTab.state).toMatchObject({ text: 'Nice build!', sentElsewhere: null });
  expect(secondTab.keyFor('Nice build!')).not.toBe(key);
});

test('shows the current draft when the back-forward cache restores a page that missed a change', () => {
  type(firstTab, 'Nice build!');
  store('draft.3.thread.7', readStored('draft.3.thread.7')!.replace('Nice', 'Lovely'));
  window.dispatchEvent(new Event('pageshow'));
  expect(secondTab.state.text).toBe('Lovely build!');
});

test('clears a draft typed just before it was sent', () => {
  type(firstTab, 'Nice');
  runAsTab(() => firstTab.setText('Nice build!'));
  send(firstTab);
  expect(secondTab.state).toMatchObject({ text: '', sentElsewhere: 'Nice build!' });
});

test('clears a draft that was typed in both tabs', () => {
  runAsTab(() => secondTab.setText('Nice build!'));
  type(firstTab, 'Nice build!');
  send(firstTab);
  expect(secondTab.state).toMatchObject({ text: '', sentElsewhere: 'Nice build!' });
});

test('retains a different draft if the other tab sends its own', () => {
  type(firstTab, 'Nice build!');
  type(secondTab, 'How did you do that?');
  send(firstTab);
  saveAll();
  expect(secondTab.state).toMatchObject({ text: 'How did you do that?', other: null, sentElsewhere: null });
  expect(listDraftTexts()).toEqual(['How did you do that?']);
  expect(openTab().state.text).toBe('How did you do that?');
});

test('shows and stores both drafts in both tabs until one is chosen', () => {
  type(firstTab, 'Nice build!');
  type(secondTab, 'How did you do that?');
  expect(firstTab.state).toMatchObject({ text: 'Nice build!', other: 'How did you do that?' });
  expect(secondTab.state).toMatchObject({ text: 'How did you do that?', other: 'Nice build!' });
  expect(listDraftTexts().sort()).toEqual(['How did you do that?', 'Nice build!']);
  const thirdTab = openTab();
  expect([thirdTab.state.text, thirdTab.state.other].sort()).toEqual(['How did you do that?', 'Nice build!']);
});

test.each([
  ['keepThis', 'one', 'Nice build!'],
  ['keepThis', 'two', 'How did you do that?'],
  ['useOther', 'one', 'How did you do that?'],
  ['useOther', 'two', 'Nice build!'],
] as const)('%s in tab %s makes "%s" the draft of both tabs', (choice, tab, chosen) => {
  type(firstTab, 'Nice build!');
  type(secondTab, 'How did you do that?');
  runAsTab((tab === 'one' ? firstTab : secondTab)[choice]);
  expect(firstTab.state).toMatchObject({ text: chosen, other: null });
  expect(secondTab.state).toMatchObject({ text: chosen, other: null });
  expect(listDraftTexts()).toEqual([chosen]);
  send(secondTab);
  expect(firstTab.state).toMatchObject({ text: '', sentElsewhere: chosen });
});

test('discarding the draft clears untouched fields, but not typed text', () => {
  const thirdTab = openTab();
  type(firstTab, 'Nice build!');
  runAsTab(() => thirdTab.setText('Nice build!'));
  runAsTab(firstTab.clear);
  expect(secondTab.state.text).toBe('');
  expect(thirdTab.state.text).toBe('Nice build!');
});

test('returns a new key for the next draft, and for the same draft with other content', () => {
  type(firstTab, 'Nice build!');
  const key = firstTab.keyFor({ to: 1 });
  expect(firstTab.keyFor({ to: 1 })).toBe(key);
  expect(firstTab.keyFor({ to: 2 })).not.toBe(key);
  send(firstTab);
  type(firstTab, 'Nice build!');
  expect(secondTab.keyFor({ to: 1 })).not.toBe(key);
});

test('no actions in three tabs lose a draft or show one that was sent', () => {
  const action = fc.tuple(fc.nat(2), fc.constantFrom('type', 'type', 'send', 'keepThis', 'useOther'));
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      closeTabs();
      const tabs = [openTab(), openTab(), openTab()];
      actions.forEach(([at, kind], step) => {
        const tab = tabs[at] ?? firstTab;
        const { text } = tab.state;
        const textsBefore = tabs.map(({ state }) => state.text);
        if (kind === 'type') {
          type(tab, `${text}${step}, `);
          tabs.forEach(
            (each, n) => each !== tab && expect([textsBefore[n], tab.state.text]).toContain(each.state.text),
          );
        } else if (kind !== 'send') runAsTab(tab[kind]);
        else if (text !== '') {
          send(tab);
          for (const { state } of tabs) expect(state.text).not.toBe(text);
        }
        saveAll();
        const shownTexts = new Set(tabs.map(({ state }) => state.text).filter((each) => each !== ''));
        expect(new Set(listDraftTexts().filter((each) => each !== ''))).toEqual(shownTexts);
        if (shownTexts.size > 1) expect(tabs.some(({ state }) => state.other !== null)).toBe(true);
      });
    }),
    // A draft that the writer has cleared is stored too, so that the other tabs clear theirs.
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
