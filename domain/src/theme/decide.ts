import { foldName } from '../account/names.js';
import type { Decider } from '../decider.js';
import { can, type Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { formatTheme, parseTheme } from './css.js';
import { defaultThemeName } from './base-colours.js';
import type { ThemeEvent } from './events.js';
import { defaultTheme, omitDerivedColours } from './theme-colours.js';

export interface Theme {
  name: string;
  css: string;
  /** Incremented by every save, so one name never has the same version twice. */
  version: number;
}

export interface ThemeState {
  themes: Map<string, Theme>;
  live: string;
  logo: string | null;
  lightLogo: string | null;
  version: number;
}

export type ThemeCommand =
  | { type: 'SaveTheme'; name: string; css: string; publish: boolean; ifVersions?: readonly number[] | undefined }
  | { type: 'RemoveTheme'; name: string }
  | { type: 'PublishTheme'; name: string }
  | { type: 'ChangeLogo'; logo: string | null; ground?: 'light' };

export const theme: Decider<ThemeState, ThemeCommand, ThemeEvent, { actor: Actor }> = {
  initial: () => ({
    themes: new Map([[defaultThemeName, { name: defaultThemeName, css: formatTheme(defaultTheme), version: 1 }]]),
    live: defaultThemeName,
    logo: null,
    lightLogo: null,
    version: 1,
  }),

  evolve(state, event) {
    switch (event.type) {
      case 'ThemeSaved.v1': {
        const { name, css } = event.data;
        const version = state.version + 1;
        const themes = new Map(state.themes);
        if (css === null) themes.delete(foldName(name));
        else themes.set(foldName(name), { name, css, version });
        return { ...state, themes, version };
      }
      case 'ThemePublished.v1':
        return { ...state, live: foldName(event.data.name) };
      case 'LogoChanged.v1':
        return { ...state, [event.data.ground ? 'lightLogo' : 'logo']: event.data.logo };
    }
  },

  decide(command, state, { actor }) {
    if (!can(actor, 'edit-theme')) throw new Refusal('not-found');
    switch (command.type) {
      case 'SaveTheme':
        return [...save(command, state), ...(command.publish ? publish(command.name, state.live) : [])];
      case 'RemoveTheme': {
        const current = requireTheme(command.name, state);
        if (foldName(command.name) === defaultThemeName) throw new Refusal('theme-fixed');
        if (state.live === foldName(command.name)) throw new Refusal('theme-live');
        return [{ type: 'ThemeSaved.v1', data: { name: current.name, css: null, before: current.css } }];
      }
      case 'PublishTheme':
        return publish(requireTheme(command.name, state).name, state.live);
      case 'ChangeLogo':
        return changeLogo(command, state);
    }
  },
};

function save(
  { name, css, ifVersions }: Extract<ThemeCommand, { type: 'SaveTheme' }>,
  state: Readonly<ThemeState>,
): ThemeEvent[] {
  if (foldName(name) === defaultThemeName) throw new Refusal('theme-fixed', 'name');
  const current = state.themes.get(foldName(name));
  if (ifVersions?.includes(current?.version ?? 0) === false) throw new Refusal('changed-since');
  const text = formatTheme(omitDerivedColours(parseTheme(css)));
  if (text === current?.css) return [];
  return [{ type: 'ThemeSaved.v1', data: { name: current?.name ?? name, css: text, before: current?.css ?? null } }];
}

function changeLogo(
  { logo, ground }: Extract<ThemeCommand, { type: 'ChangeLogo' }>,
  state: Readonly<ThemeState>,
): ThemeEvent[] {
  const previousLogo = ground ? state.lightLogo : state.logo;
  return logo === previousLogo
    ? []
    : [{ type: 'LogoChanged.v1', data: { logo, before: previousLogo, ...(ground && { ground }) } }];
}

function publish(name: string, live: string): ThemeEvent[] {
  return foldName(name) === live ? [] : [{ type: 'ThemePublished.v1', data: { name: foldName(name), before: live } }];
}

function requireTheme(name: string, state: Readonly<ThemeState>): Theme {
  const current = state.themes.get(foldName(name));
  if (!current) throw new Refusal('not-found');
  return current;
}
