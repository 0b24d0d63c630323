import { themeText } from '@guildhall/domain/theme/css.js';
import { defaultTheme } from '@guildhall/domain/theme/default-theme.js';
import { beforeEach, expect, test } from 'vitest';
import {
  discard,
  endStep,
  hasChanges,
  openTheme,
  setColour,
  setColours,
  stepBack,
  stepForward,
  useEditor,
} from './store.js';

const accent = '--color-accent';
const now = () => useEditor.getState().colours[accent];

beforeEach(() => openTheme({ name: 'Night', css: `${accent}: #00aaff;`, live: true, version: 3 }));

test('A theme that names some colours has the others of the default theme.', () => {
  const { colours, name, version } = useEditor.getState();
  expect({ name, version }).toEqual({ name: 'Night', version: 3 });
  expect(colours).toEqual({ ...defaultTheme, [accent]: '#00aaff' });
  expect(hasChanges(useEditor.getState())).toBe(false);
});

test('A colour that is dragged is one step back, and one forward.', () => {
  setColour(accent, '#111111');
  setColour(accent, '#222222');
  endStep();
  setColour(accent, '#333333');
  stepBack();
  expect(now()).toBe('#222222');
  stepBack();
  expect([now(), hasChanges(useEditor.getState())]).toEqual(['#00aaff', false]);
  stepBack();
  stepForward();
  expect(now()).toBe('#222222');
});

test('What is typed as text, and throwing it all away, are steps too.', () => {
  setColours({ [accent]: 'teal' });
  expect(themeText(useEditor.getState().colours)).toContain(`${accent}: teal;`);
  discard();
  expect([now(), hasChanges(useEditor.getState())]).toEqual(['#00aaff', false]);
  stepBack();
  expect(now()).toBe('teal');
});
