import { formatTheme } from '@guildhall/domain/theme/css.js';
import { deriveColours } from '@guildhall/domain/theme/theme-colours.js';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  discard,
  endStep,
  hasChanges,
  openSaved,
  openTheme,
  setColour,
  setColours,
  undoStep,
  redoStep,
  unsetColour,
  useEditor,
} from './store.js';

const accent = '--color-accent';
const getAccent = () => useEditor.getState().namedColours[accent];

const night = { name: 'Night', css: `${accent}: #00aaff;`, live: true, version: 3 };

beforeEach(() => {
  discard();
  openTheme(night);
});

test('opens a full theme as its accent and the colours that differ from the derived ones', () => {
  const css = formatTheme({ ...deriveColours({ [accent]: '#00aaff' }), '--color-link': '#ffffff' });
  openTheme({ ...night, css });
  const { namedColours, name, version } = useEditor.getState();
  expect({ name, version }).toEqual({ name: 'Night', version: 3 });
  expect(namedColours).toEqual({ [accent]: '#00aaff', '--color-link': '#ffffff' });
  expect(hasChanges(useEditor.getState())).toBe(false);
});

test('resets a colour to the one derived from the accent', () => {
  setColour('--color-link', '#ffffff');
  unsetColour('--color-link');
  expect([useEditor.getState().namedColours, hasChanges(useEditor.getState())]).toEqual([
    { [accent]: '#00aaff' },
    false,
  ]);
  undoStep();
  expect(useEditor.getState().namedColours['--color-link']).toBe('#ffffff');
});

test('undoes and redoes a dragged colour in one step', () => {
  setColour(accent, '#111111');
  setColour(accent, '#222222');
  endStep();
  setColour(accent, '#333333');
  undoStep();
  expect(getAccent()).toBe('#222222');
  undoStep();
  expect([getAccent(), hasChanges(useEditor.getState())]).toEqual(['#00aaff', false]);
  undoStep();
  redoStep();
  expect(getAccent()).toBe('#222222');
});

test('can undo typed colours and discarded edits', () => {
  setColours({ [accent]: 'teal' });
  expect(formatTheme(useEditor.getState().namedColours)).toContain(`${accent}: teal;`);
  discard();
  expect([getAccent(), hasChanges(useEditor.getState())]).toEqual(['#00aaff', false]);
  undoStep();
  expect(getAccent()).toBe('teal');
});

test('undo after opening a theme restores the edits to the previous one', () => {
  setColour(accent, '#111111');
  openTheme({ name: 'Day', css: `${accent}: #ffffff;`, live: false, version: 1 });
  expect([getAccent(), hasChanges(useEditor.getState())]).toEqual(['#ffffff', false]);
  undoStep();
  expect(useEditor.getState()).toMatchObject({ name: 'Night', version: 3, namedColours: { [accent]: '#111111' } });
  expect(hasChanges(useEditor.getState())).toBe(true);
});

test('treats a colour changed during a save as unsaved, not as a conflict', async () => {
  setColour(accent, '#111111');
  const sent = useEditor.getState().namedColours;
  setColour('--color-bg', '#222222');
  const themes = [{ ...night, css: formatTheme(sent), version: 4 }];
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(themes));
  await openSaved('Night', sent);
  vi.restoreAllMocks();
  expect(hasChanges(useEditor.getState())).toBe(true);
  expect(useEditor.getState()).toMatchObject({
    version: 4,
    namedColours: { [accent]: '#111111', '--color-bg': '#222222' },
  });
});
