import { describe, expect, test } from 'vitest';
import { permissionKeys } from '../roles.js';
import { given } from '../testing/given.js';
import { anna, buildHolder, mila, guestActor } from '../testing/people.js';
import { formatTheme } from './css.js';
import { theme, type ThemeCommand } from './decide.js';
import type { ThemeEvent } from './events.js';
import { defaultTheme, deriveColours } from './theme-colours.js';

const [dark, pale] = ['--color-bg: #000;', '--color-bg: #fff;'];
const buildThemeSavedEvent = (name: string, css: string | null, before: string | null = null): ThemeEvent => ({
  type: 'ThemeSaved.v1',
  data: { name, css, before },
});
const buildThemePublishedEvent = (name: string, before: string): ThemeEvent => ({
  type: 'ThemePublished.v1',
  data: { name, before },
});
const buildLogoEvent = (address: string | null, before: string | null = null): ThemeEvent => ({
  type: 'LogoChanged.v1',
  data: { logo: address, before },
});
const save = (
  name: string,
  css: string,
  options: { publish?: boolean; ifVersions?: readonly number[] } = {},
): ThemeCommand => ({
  type: 'SaveTheme',
  name,
  css,
  publish: false,
  ...options,
});
const remove = (name: string): ThemeCommand => ({ type: 'RemoveTheme', name });
const publish = (name: string): ThemeCommand => ({ type: 'PublishTheme', name });
const changeLogo = (address: string | null): ThemeCommand => ({ type: 'ChangeLogo', logo: address });
const milaContext = { actor: mila };
const ocean = buildThemeSavedEvent('Ocean', dark);

describe('theme permissions and defaults', () => {
  test('a new site has the default theme and no logo', () => {
    expect(theme.initial()).toEqual({
      themes: new Map([['default', { name: 'default', css: formatTheme(defaultTheme), version: 1 }]]),
      live: 'default',
      logo: null,
      lightLogo: null,
      version: 1,
    });
  });

  const commands = [save('Ocean', pale), remove('Ocean'), publish('Ocean'), changeLogo('/logo.png')];
  test.each(commands)('rejects $type by a member who cannot edit themes as not found', (command) => {
    const otherKeys = permissionKeys.filter((key) => key !== 'edit_theme');
    for (const actor of [guestActor, anna, buildHolder(...otherKeys)]) {
      given(theme, ocean).when(command, { actor }).thenRefused('not-found');
    }
    const state = theme.evolve(theme.initial(), ocean);
    for (const actor of [mila, buildHolder('edit_theme')]) {
      expect(theme.decide(command, state, { actor })).toHaveLength(1);
    }
  });
});

describe('saving a theme', () => {
  test("records a saved theme's normalised colours along with the previous colours", () => {
    given(theme).when(save('Ocean', ':root { --color-bg:#000 }'), milaContext).then(ocean);
    given(theme, ocean)
      .when(save('Ocean', pale), milaContext)
      .then(buildThemeSavedEvent('Ocean', pale, dark));
  });

  test('stores only theme colours that cannot be derived from the accent', () => {
    const green = deriveColours({ '--color-accent': '#22aa44' });
    given(theme)
      .when(save('Green', formatTheme({ ...green, '--color-link': '#ffffff' })), milaContext)
      .then(buildThemeSavedEvent('Green', '--color-accent: #22aa44;\n--color-link: #ffffff;'));
    given(theme, buildThemeSavedEvent('Green', '--color-accent: #22aa44;'))
      .when(save('Green', formatTheme(green)), milaContext)
      .thenNothing();
  });

  test('matches theme names regardless of case and preserves the original spelling', () => {
    given(theme, ocean)
      .when(save('oCEAN', pale), milaContext)
      .then(buildThemeSavedEvent('Ocean', pale, dark));
  });

  test('a theme can be saved and published in a single step', () => {
    given(theme)
      .when(save('Ocean', dark, { publish: true }), milaContext)
      .then(ocean, buildThemePublishedEvent('ocean', 'default'));
    given(theme, ocean)
      .when(save('Ocean', dark, { publish: true }), milaContext)
      .then(buildThemePublishedEvent('ocean', 'default'));
    given(theme, ocean, buildThemePublishedEvent('ocean', 'default'))
      .when(save('Ocean', pale, { publish: true }), milaContext)
      .then(buildThemeSavedEvent('Ocean', pale, dark));
  });

  test("records nothing if a theme's colours do not change", () => {
    given(theme, ocean).when(save('Ocean', '--color-bg:   #000'), milaContext).thenNothing();
  });

  test('rejects overwriting the default theme or saving a theme without colours', () => {
    given(theme).when(save('Default', dark), milaContext).thenRefused('theme-fixed', 'name');
    given(theme).when(save('Ocean', 'color: red'), milaContext).thenRefused('theme-empty', 'css');
  });

  test('rejects changes based on an outdated version of a theme', () => {
    given(theme)
      .when(save('Ocean', dark, { ifVersions: [0] }), milaContext)
      .then(ocean);
    given(theme)
      .when(save('Ocean', dark, { ifVersions: [1] }), milaContext)
      .thenRefused('changed-since');
    given(theme, ocean)
      .when(save('Ocean', pale, { ifVersions: [0] }), milaContext)
      .thenRefused('changed-since');
    given(theme, ocean)
      .when(save('Ocean', pale, { ifVersions: [2] }), milaContext)
      .then(buildThemeSavedEvent('Ocean', pale, dark));
  });

  test('never reuses a version number when a removed theme is created again', () => {
    const saveDeleteSave = [ocean, buildThemeSavedEvent('Ocean', null, dark), buildThemeSavedEvent('Ocean', pale)];
    const state = saveDeleteSave.reduce(theme.evolve, theme.initial());
    expect(state.themes.get('ocean')).toEqual({ name: 'Ocean', css: pale, version: 4 });
    expect(state.version).toBe(4);
  });
});

describe('removing a theme', () => {
  test("records a theme's colours when it is removed", () => {
    given(theme, ocean)
      .when(remove('OCEAN'), milaContext)
      .then(buildThemeSavedEvent('Ocean', null, dark));
  });

  test('rejects removing the default theme, the published theme or an unknown theme', () => {
    given(theme, ocean, buildThemePublishedEvent('ocean', 'default'))
      .when(remove('Default'), milaContext)
      .thenRefused('theme-fixed');
    given(theme, ocean, buildThemePublishedEvent('ocean', 'default'))
      .when(remove('Ocean'), milaContext)
      .thenRefused('theme-live');
    given(theme).when(remove('Ocean'), milaContext).thenRefused('not-found');
    given(theme, ocean, buildThemeSavedEvent('Ocean', null, dark))
      .when(remove('Ocean'), milaContext)
      .thenRefused('not-found');
  });
});

describe('publishing a theme', () => {
  test('records the previously published theme', () => {
    given(theme, ocean).when(publish('OCEAN'), milaContext).then(buildThemePublishedEvent('ocean', 'default'));
    given(theme, ocean, buildThemePublishedEvent('Ocean', 'default'))
      .when(publish('default'), milaContext)
      .then(buildThemePublishedEvent('default', 'ocean'));
  });

  test('records nothing for the theme already published and rejects an unknown theme', () => {
    given(theme).when(publish('default'), milaContext).thenNothing();
    given(theme).when(publish('Ocean'), milaContext).thenRefused('not-found');
  });
});

describe('changing the logo', () => {
  test('records the previous logo when it is replaced or removed', () => {
    given(theme).when(changeLogo('/a.png'), milaContext).then(buildLogoEvent('/a.png'));
    given(theme, buildLogoEvent('/a.png'))
      .when(changeLogo('/b.png'), milaContext)
      .then(buildLogoEvent('/b.png', '/a.png'));
    given(theme, buildLogoEvent('/a.png')).when(changeLogo(null), milaContext).then(buildLogoEvent(null, '/a.png'));
  });

  test('records nothing if the logo does not change', () => {
    given(theme).when(changeLogo(null), milaContext).thenNothing();
    given(theme, buildLogoEvent('/a.png')).when(changeLogo('/a.png'), milaContext).thenNothing();
  });
});
