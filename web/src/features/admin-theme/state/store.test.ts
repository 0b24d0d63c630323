import { themeText } from '@guildhall/domain/theme/css.js';
import { defaultTheme } from '@guildhall/domain/theme/default-theme.js';
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
  useEditor,
} from './store.js';

const accent = '--color-accent';
const now = () => useEditor.getState().colours[accent];

const night = { name: 'Night', css: `${accent}: #00aaff;`, live: true, version: 3 };

beforeEach(() => {
  discard();
  openTheme(night);
});

test('fills a theme that names some colours with those of the default theme', () => {
  const { colours, name, version } = useEditor.getState();
  expect({ name, version }).toEqual({ name: 'Night', version: 3 });
  expect(colours).toEqual({ ...defaultTheme, [accent]: '#00aaff' });
  expect(hasChanges(useEditor.getState())).toBe(false);
});

test('counts a dragged colour as one step back, and one forward', () => {
  setColour(accent, '#111111');
  setColour(accent, '#222222');
  endStep();
  setColour(accent, '#333333');
  undoStep();
  expect(now()).toBe('#222222');
  undoStep();
  expect([now(), hasChanges(useEditor.getState())]).toEqual(['#00aaff', false]);
  undoStep();
  redoStep();
  expect(now()).toBe('#222222');
});

test('counts typed text and discarding all edits as steps too', () => {
  setColours({ [accent]: 'teal' });
  expect(themeText(useEditor.getState().colours)).toContain(`${accent}: teal;`);
  discard();
  expect([now(), hasChanges(useEditor.getState())]).toEqual(['#00aaff', false]);
  undoStep();
  expect(now()).toBe('teal');
});

test('steps back from a newly chosen theme to the edits of the one before', () => {
  setColour(accent, '#111111');
  openTheme({ name: 'Day', css: `${accent}: #ffffff;`, live: false, version: 1 });
  expect([now(), hasChanges(useEditor.getState())]).toEqual(['#ffffff', false]);
  undoStep();
  expect(useEditor.getState()).toMatchObject({ name: 'Night', version: 3, colours: { [accent]: '#111111' } });
  expect(hasChanges(useEditor.getState())).toBe(true);
});

test('counts a colour changed during a save as unsaved, and not as a conflict', async () => {
  setColour(accent, '#111111');
  const sent = useEditor.getState().colours;
  setColour('--color-bg', '#222222');
  const themes = [{ ...night, css: themeText(sent), version: 4 }];
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(themes));
  await openSaved('Night', sent);
  vi.restoreAllMocks();
  expect(hasChanges(useEditor.getState())).toBe(true);
  expect(useEditor.getState()).toMatchObject({ version: 4, colours: { [accent]: '#111111', '--color-bg': '#222222' } });
});
